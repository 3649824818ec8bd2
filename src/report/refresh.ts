/** The section of the report about a refresh: what became of the earlier run's tasks, and why. */
import type { RefreshRecord, RefreshSummary } from "../contracts/refresh.ts";
import { escapeHtml } from "./escape.ts";
import { barChart, countBars, section } from "./parts.ts";

export interface RefreshSectionFacts {
  readonly summary: RefreshSummary;
  readonly notable: readonly RefreshRecord[];
}

const NOTES = {
  kept: "works as it did, in today's versions too",
  changed: "its document gives another task now",
  repaired: "an agent mended it",
  rotten: "a case that passed does not: not in the dataset",
  removed: "its document is gone",
  new: "there was none",
} as const;

export function refreshSection({ summary, notable }: RefreshSectionFacts): string {
  const { from, version, step, tasksBefore, states, documents } = summary;
  const bars = Object.entries(NOTES).map(([label, note]) => {
    return { label, note, value: states[label as keyof typeof NOTES] };
  });
  const packages = summary.packages
    .slice(0, 20)
    .map(({ name, before, after, tasks }) => row([name, before ?? "none", after ?? "none", String(tasks)]));
  return section(
    "Refresh",
    `<p class="lead">${escapeHtml(`${from.name} ${from.version} became ${version} (${step}). ${tasksBefore} tasks before; documents: ${documents.same} as they were, ${documents.changed} changed, ${documents.new} new, ${documents.gone} gone.`)}</p>`,
    barChart(bars, null),
    `<h3>Why tasks rotted</h3>${countBars(summary.rotten, states.rotten)}`,
    `<h3>Packages that moved</h3><table>${head(["package", "before", "after", "tasks"])}${packages.join("")}</table>`,
    `<h3>Tasks that are not as they were</h3>${notableTable(notable)}`,
  );
}

function notableTable(records: readonly RefreshRecord[]): string {
  if (records.length === 0) return `<p class="empty">none</p>`;
  const rows = records.map(({ taskId, state, cause, detail, evidence, fields, tierBefore, tierAfter }) =>
    row([
      taskId,
      state,
      cause ?? "",
      `${tierBefore ?? ""} → ${tierAfter ?? ""}`,
      [detail ?? fields.join(", "), evidence?.line ?? ""].filter((text) => text !== "").join(" · "),
    ]),
  );
  return `<table>${head(["task", "state", "cause", "tier", "why"])}${rows.join("")}</table>`;
}

function head(cells: readonly string[]): string {
  return `<tr>${cells.map((cell) => `<th>${escapeHtml(cell)}</th>`).join("")}</tr>`;
}

function row(cells: readonly string[]): string {
  return `<tr>${cells.map((cell) => `<td>${escapeHtml(cell)}</td>`).join("")}</tr>`;
}
