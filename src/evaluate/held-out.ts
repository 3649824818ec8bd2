/** Which tasks a fine-tuned model may be asked: none that it was trained on, unless that is what is to be seen. */
import type { EvaluationSplit } from "../contracts/finetune.ts";
import type { SplitName } from "../contracts/training.ts";

export interface TrainedRow {
  readonly split: SplitName;
  readonly taskId: string;
  readonly documentId: string;
}

export interface HeldOut {
  /** Ids of the tasks to ask, in the dataset's order. */
  readonly ids: readonly string[];
  /** Null where the dataset is not the one that was trained on, or nothing is known of that. */
  readonly split: EvaluationSplit | null;
  /** In words, for people. */
  readonly note: string;
}

interface Choosable {
  readonly id: string;
  /** Source document. */
  readonly cluster: string;
}

/**
 * @param rows Where the training set's rows come from; null where it does not say.
 * A dataset that shares a task or a document with the training set is the one it was made of; then the tasks of `split`
 * are asked, and tasks that are in no split (near-duplicates, findings) are not.
 */
export function heldOutTasks(
  tasks: readonly Choosable[],
  rows: readonly TrainedRow[] | null,
  split: EvaluationSplit,
): HeldOut {
  const everyId = tasks.map(({ id }) => id);
  if (rows === null) {
    const note = `all ${tasks.length} tasks; the training set has no index.jsonl, so whether some were trained on is not known`;
    return { ids: everyId, split: null, note };
  }
  const splits = new Map(rows.map((row) => [row.taskId, row.split]));
  const documents = new Set(rows.map(({ documentId }) => documentId));
  if (!tasks.some(({ id, cluster }) => splits.has(id) || documents.has(cluster))) {
    return {
      ids: everyId,
      split: null,
      note: `all ${tasks.length} tasks; none shares a document with the training set`,
    };
  }
  const placeOf = (id: string): SplitName | "no" => splits.get(id) ?? "no";
  if (split === "all") {
    const trained = everyId.filter((id) => placeOf(id) === "train").length;
    return { ids: everyId, split, note: `all ${tasks.length} tasks, ${trained} of which were trained on` };
  }
  const ids = everyId.filter((id) => placeOf(id) === split);
  const left = (["train", "validation", "test", "no"] as const)
    .map((name) => [name, everyId.filter((id) => placeOf(id) === name).length] as const)
    .filter(([name, count]) => name !== split && count > 0)
    .map(([name, count]) => (name === "no" ? `${count} in no split` : `${count} of the ${name} split`));
  const trained = split === "train" ? ", which were trained on: this shows memory, not skill" : "";
  const others = left.length === 0 ? "" : `; left out: ${left.join(", ")}`;
  return { ids, split, note: `${ids.length} tasks of the ${split} split${trained}${others}` };
}
