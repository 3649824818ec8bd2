/** A model before and after its fine-tuning, as a table. */
import type { BeforeAfter } from "../index.ts";
import { percent } from "./score-table.ts";

const MAX_LISTED = 8;

export async function beforeAfterTable(evaluation: BeforeAfter): Promise<string> {
  const { default: Table } = await import("cli-table3");
  const { before, after, changes, comparison, dataset, split, tasks, asked, folder, ungraded } = evaluation;
  const table = new Table({
    head: ["%", "before", "after", "difference", "relative increase"],
    style: { head: [], border: [] },
  });
  for (const [name, key] of [
    ["SR@All", "srAll"],
    ["SR@Any", "srAny"],
    ["mean pass fraction", "passFraction"],
  ] as const) {
    const { difference, relativeIncrease } = changes[key];
    const interval = key === "srAll" ? comparison.difference.interval : null;
    const range =
      interval === null ? "" : ` [${(100 * interval.low).toFixed(1)}, ${(100 * interval.high).toFixed(1)}]`;
    table.push([
      name,
      percent(before[key]),
      percent(after[key]),
      difference === null ? "undefined" : `${signed(difference)}${range}`,
      relativeIncrease === null ? "undefined" : `${signed(relativeIncrease)} %`,
    ]);
  }
  const which = split === null ? "" : split === "all" ? "all splits, " : `${split} split, `;
  const words = asked === "as-trained" ? "in the words of the training set" : `style ${asked}`;
  const lines = [
    `\n${dataset}: ${which}${tasks} tasks, ${after.samples} samples graded, asked ${words}`,
    table.toString(),
    flips("solved by the adapter alone", comparison.onlySecond),
    flips("solved by the base model alone", comparison.onlyFirst),
    ...(ungraded > 0 ? [`${ungraded} samples stayed ungraded; start the same command again`] : []),
    `evaluation  ${folder}`,
  ];
  return lines.join("\n");
}

function flips(what: string, ids: readonly string[]): string {
  const more = ids.length > MAX_LISTED ? ", …" : "";
  return `${what}: ${ids.length}${ids.length === 0 ? "" : ` (${ids.slice(0, MAX_LISTED).join(", ")}${more})`}`;
}

function signed(share: number): string {
  return `${share < 0 ? "−" : "+"}${Math.abs(100 * share).toFixed(1)}`;
}
