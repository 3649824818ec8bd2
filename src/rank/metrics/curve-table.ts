/** Curves of settings as a Markdown table. */
import type { CurvePoint, SessionsSummary } from "./summarize-sessions.ts";

/** One row a setting: baseline, pass@k@m with its interval for every m, questions, approved tests. */
export function curveTable(summaries: readonly SessionsSummary[]): string {
  const [first] = summaries;
  if (first === undefined) return "";
  const { k } = first;
  const points = first.curve.map(({ questions }) => `pass@${k}@${questions}`);
  const head = ["setting", "tasks", `pass@${k}`, ...points, "ceiling", "questions", "approved"];
  const rows = summaries.map((summary) => [
    summary.setting,
    `${summary.tasks}${summary.errors > 0 ? ` (+${summary.errors} errors)` : ""}`,
    percent(summary.baseline),
    ...summary.curve.map(cell),
    percent(summary.ceiling),
    fixed(summary.questions),
    fixed(summary.curve.at(-1)?.approved ?? null),
  ]);
  const shrinking = summaries.map((summary) => [
    summary.setting,
    ...summary.curve.map(({ reached, reachedTasks }) => `${percent(reached)} of ${reachedTasks}`),
  ]);
  const pruned = summaries.map((summary) => [
    summary.setting,
    ...summary.curve.map((point) => `${percent(point.pruned)} (${fixed(point.candidatesLeft)})`),
  ]);
  return [
    table(head, rows),
    "Over the tasks alone that reached m questions, as TiCoder counts:",
    table(["setting", ...points], shrinking),
    `Drawn from the samples that are left (pruned pass@${k}), and how many candidates these are:`,
    table(["setting", ...points], pruned),
  ].join("\n\n");
}

function cell({ passAtK, interval }: CurvePoint): string {
  const range = interval === null ? "" : ` [${percent(interval.low)}, ${percent(interval.high)}]`;
  return `${percent(passAtK)}${range}`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n").concat("\n");
}

function percent(share: number | null): string {
  return share === null ? "–" : (share * 100).toFixed(1);
}

function fixed(value: number | null): string {
  return value === null ? "–" : value.toFixed(2);
}
