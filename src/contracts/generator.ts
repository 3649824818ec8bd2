/** Port: a generator turns one document into tasks, or says why it cannot. */
import type { Document } from "./document.ts";
import type { EnvironmentManager } from "./environment.ts";
import type { Limits, Sandbox } from "./sandbox.ts";
import type { Model, ModelRole, Sampling } from "./model.ts";
import type { PromptLibrary } from "./prompt.ts";
import type { RepairRecord } from "./repair.ts";
import type { GenerateRecord, Task } from "./task.ts";

/** The models a generator may ask, by role, and how. */
export interface ModelSet {
  for(role: ModelRole): Model;
  readonly sampling: Sampling;
  readonly prompts: PromptLibrary;
  /** Rounds of feedback after the first answer. */
  readonly rounds: number;
}

export interface GenerateContext {
  /** Null when no model was named; generators that need one say so. */
  readonly models: ModelSet | null;
  /** Tasks of this run that passed every case, to learn from: fitting and different, most useful first. */
  exemplars(document: Document, count: number): readonly Task[];
  readonly sandbox: Sandbox;
  readonly environments: EnvironmentManager;
  readonly limits: Limits;
  readonly toolkitVersion: string;
  readonly signal: AbortSignal;
  /** An agent that repairs programs which fail their cases; absent: the generator's own rounds of feedback do. */
  repair?(task: Task, document: Document): Promise<{ readonly task: Task; readonly record: RepairRecord }>;
}

/** A question that a generator asks about every document, for the estimate before a run. */
export interface PlannedCall {
  readonly role: ModelRole;
  readonly promptId: string;
  /** Times it is asked when all goes well, and when every round of feedback is needed. */
  readonly least: number;
  readonly most: number;
}

export interface Generator {
  readonly name: string;
  readonly summary: string;
  /** What it asks for one document; absent when it needs no model. */
  calls?(rounds: number): readonly PlannedCall[];
  /**
   * Ends in exactly one state; a document that gives no good task is `rejected` with the reason.
   * @throws ToolkitError `sandbox-failure` when the sandbox broke: the document stays open.
   */
  generate(document: Document, context: GenerateContext): Promise<GenerateRecord>;
}
