/** Port: a generator turns one document into tasks, or says why it cannot. */
import type { Document } from "./document.ts";
import type { EnvironmentManager } from "./environment.ts";
import type { Limits, Sandbox } from "./sandbox.ts";
import type { GenerateRecord } from "./task.ts";

export interface GenerateContext {
  readonly sandbox: Sandbox;
  readonly environments: EnvironmentManager;
  readonly limits: Limits;
  readonly toolkitVersion: string;
  readonly signal: AbortSignal;
}

export interface Generator {
  readonly name: string;
  readonly summary: string;
  /**
   * Ends in exactly one state; a document that gives no good task is `rejected` with the reason.
   * @throws ToolkitError `sandbox-failure` when the sandbox broke: the document stays open.
   */
  generate(document: Document, context: GenerateContext): Promise<GenerateRecord>;
}
