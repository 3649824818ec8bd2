/** Events of long work. The library drains them, the CLI draws them; names are noun-action. */
import type { Outcome, Tier } from "./execution.ts";
import type { StageName } from "./manifest.ts";

export type PipelineEvent =
  | {
      readonly type: "stage-started";
      readonly stage: StageName;
      readonly total: number | null;
      readonly done: number;
    }
  | { readonly type: "stage-finished"; readonly stage: StageName }
  | { readonly type: "stage-skipped"; readonly stage: StageName; readonly reason: string }
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
  /** The sandbox broke for this record; it stays open and is tried again when the run is started again. */
  | {
      readonly type: "record-ungraded";
      readonly stage: StageName;
      readonly key: string;
      readonly message: string;
    }
  | { readonly type: "file-written"; readonly path: string }
  | { readonly type: "note"; readonly message: string };
