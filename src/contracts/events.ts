/** Events of long work. The library drains them, the CLI draws them; names are noun-action. */
import type { Outcome, Tier } from "./execution.ts";
import type { StageName } from "./manifest.ts";

/** Stages of a run, and those of an evaluation. */
export type WorkStage = StageName | "references" | "samples" | "repairs";

export type PipelineEvent =
  | {
      readonly type: "stage-started";
      readonly stage: WorkStage;
      readonly total: number | null;
      readonly done: number;
    }
  | {
      readonly type: "stage-finished";
      readonly stage: WorkStage;
      /** Of an evaluation: what was done before and is not done again. */
      readonly earlier?: number;
    }
  | { readonly type: "stage-skipped"; readonly stage: WorkStage; readonly reason: string }
  | {
      readonly type: "document-scraped";
      readonly input: string;
      readonly state: "accepted" | "rejected";
      readonly reason: string | null;
    }
  | {
      readonly type: "document-generated";
      readonly documentId: string;
      readonly state: "generated" | "rejected";
      readonly reason: string | null;
      readonly tasks: number;
    }
  | {
      readonly type: "task-verified";
      readonly taskId: string;
      readonly tier: Tier;
      readonly outcome: Outcome;
      readonly durationMs: number;
    }
  | {
      readonly type: "reference-checked";
      readonly taskId: string;
      readonly state: "passed" | "unchecked" | "excluded";
      readonly reason: string | null;
    }
  | {
      readonly type: "sample-graded";
      readonly label: string;
      readonly taskId: string;
      readonly index: number;
      /** Of the cases: "all" passed, "some", "none"; "no-program": the answer holds none. */
      readonly passed: "all" | "some" | "none" | "no-program";
    }
  | {
      readonly type: "sample-repaired";
      readonly label: string;
      readonly agent: string;
      readonly taskId: string;
      readonly index: number;
      readonly state: string;
    }
  /** The sandbox broke for this record; it stays open and is tried again when the run is started again. */
  | {
      readonly type: "record-ungraded";
      readonly stage: WorkStage;
      readonly key: string;
      readonly message: string;
    }
  | { readonly type: "file-written"; readonly path: string }
  | { readonly type: "note"; readonly message: string };
