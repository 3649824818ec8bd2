/** What a training format is: rows from tasks, or from failures. */
import type { JsonObject } from "../../contracts/json.ts";
import type { TrainingFailure, TrainingFormat, TrainingTask } from "../../contracts/training.ts";
import type { Wording } from "./messages.ts";

interface Described {
  readonly name: TrainingFormat;
  readonly summary: string;
}

/** A row has nothing in it but what readers of the format expect: facts about it stand in `index.jsonl`. */
export type TaskFormat = Described & {
  readonly of: "task";
  row(task: TrainingTask, wording: Wording): JsonObject;
};

export type FailureFormat = Described & {
  readonly of: "failure";
  row(failure: TrainingFailure, wording: Wording): JsonObject;
};

export type RowFormat = TaskFormat | FailureFormat;
