/** A leaderboard as one HTML file without scripts or outside resources: plots, tables, what flipped, what failed. */
import type { Leaderboard, LeaderboardRow, LeaderboardTable } from "../contracts/leaderboard.ts";
import type { ScoreEstimate } from "../contracts/score.ts";
import { escapeHtml } from "./escape.ts";
import { dollars } from "./money.ts";
import { countBars, section } from "./parts.ts";
import { reportCss } from "./report.css.ts";
import { intervalPlot, roundsPlot } from "./svg.ts";

const plotCss = `
svg.plot { width: 100%; max-width: 760px; font: 12px system-ui, sans-serif; } svg text { fill: var(--ink); } svg .soft { fill: var(--soft); }
svg .grid { stroke: var(--line); } svg .interval { stroke: var(--accent); stroke-width: 3; opacity: .45; } svg .dot { fill: var(--accent); }
`;

export function renderLeaderboard({ tables, toolkitVersion }: Leaderboard): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>codergen leaderboard</title><style>${reportCss}${plotCss}</style></head><body>
<h1>Leaderboard</h1>
<p class="lead">Made by codergen ${escapeHtml(toolkitVersion)}. Rates in % with 95 % intervals clustered by source document; (place) in the column.</p>
${tables.map(tableSections).join("\n")}
</body></html>
`;
}

function tableSections(table: LeaderboardTable): string {
  const { rows } = table;
  const scored = Math.max(0, ...rows.map(({ scoredTasks }) => scoredTasks));
  return [
    section(
      table.dataset,
      `<p class="lead">${scored} of ${table.tasks} tasks scored, ${table.excluded.length} left out.</p>`,
      mainTable(rows),
    ),
    `<div class="columns">`,
    section("SR@All", intervalPlot(pointsOf(rows, "srAll"), `SR@All on ${table.dataset}`)),
    section("SR@Any", intervalPlot(pointsOf(rows, "srAny"), `SR@Any on ${table.dataset}`)),
    `</div>`,
    roundSections(rows),
    section("Beside the score", doubtTable(rows)),
    section("Against the best", comparisonTable(table)),
    section("Why samples failed", ...rows.map(failures)),
    section("Tasks left out", excludedTable(table)),
  ].join("\n");
}

function pointsOf(rows: readonly LeaderboardRow[], column: "srAll" | "srAny") {
  return rows.flatMap((row) => [
    { label: row.label, ...row[column] },
    ...row.agents.map((agent) => ({ label: `${row.label} + ${agent.agent}`, ...agent[column] })),
  ]);
}

function mainTable(rows: readonly LeaderboardRow[]): string {
  const agents = [...new Set(rows.flatMap((row) => row.agents.map(({ agent }) => agent)))];
  const head = [
    "model",
    "SR@All",
    "SR@Any",
    ...agents.flatMap((agent) => [`${agent}: SR@All`, `${agent}: SR@Any`]),
  ];
  const body = rows.map((row) => [
    row.missingTasks > 0 ? `${row.label} (${row.missingTasks} tasks missing: no place)` : row.label,
    place(percent(row.srAll), row.ranks["srAll"]),
    place(percent(row.srAny), row.ranks["srAny"]),
    ...agents.flatMap((agent) => {
      const found = row.agents.find((entry) => entry.agent === agent);
      if (found === undefined) return ["", ""];
      return [
        `${place(percent(found.srAll), row.ranks[`${agent}.srAll`])}${increase(found.relativeIncreaseAll)}`,
        `${place(percent(found.srAny), row.ranks[`${agent}.srAny`])}${increase(found.relativeIncreaseAny)}`,
      ];
    }),
    place(row.codeLines?.toFixed(1) ?? "undefined", row.ranks["codeLines"]),
    place(row.codeTokens?.toFixed(1) ?? "undefined", row.ranks["codeTokens"]),
    ...row.atK.map(({ passAtK, passHatK }) => `${percent(passAtK)} / ${percent(passHatK)}`),
  ]);
  const ks = rows[0]?.atK.map(({ k }) => `pass@${k} / pass^${k}`) ?? [];
  return htmlTable([...head, "CL", "CT", ...ks], body);
}

function roundSections(rows: readonly LeaderboardRow[]): string {
  const lines = rows.flatMap((row) =>
    row.agents.map(({ agent, rounds }) => ({
      label: `${row.label} + ${agent}`,
      values: rounds.map(({ srAll }) => srAll),
    })),
  );
  if (lines.length === 0) return "";
  return section("SR@All over rounds of repair", roundsPlot(lines, "SR@All in % after each round of repair"));
}

function doubtTable(rows: readonly LeaderboardRow[]): string {
  const head = [
    "model",
    "samples",
    "ungraded",
    "environment faults",
    "SR@All without them",
    "skipped cases",
    "passes a stub has too",
    "SR@All without those cases",
    "calls",
    "cost",
    "CPU s",
    "model s",
  ];
  const body = rows.map((row) => [
    row.label,
    String(row.samples),
    String(row.ungraded),
    String(row.environmentFaults),
    percent(row.withoutEnvironmentFaults.srAll),
    String(row.skippedCases),
    String(row.vacuousPasses),
    percent(row.withoutVacuousCases.srAll),
    String(row.calls),
    dollars(row.costUsd),
    row.cpuSeconds.toFixed(0),
    row.modelSeconds.toFixed(0),
  ]);
  return htmlTable(head, body);
}

function comparisonTable({ comparisons }: LeaderboardTable): string {
  if (comparisons.length === 0) return `<p class="empty">one model only</p>`;
  const head = [
    "second − first",
    "tasks",
    "difference of SR@All",
    "second better in",
    "solved by second alone",
    "by first alone",
  ];
  const body = comparisons.map((comparison) => [
    `${comparison.second} − ${comparison.first}`,
    String(comparison.tasks),
    percent(comparison.difference),
    comparison.probabilitySecondBetter === null
      ? "undefined"
      : `${(100 * comparison.probabilitySecondBetter).toFixed(0)} % of draws`,
    comparison.onlySecond.join(", ") || "none",
    comparison.onlyFirst.join(", ") || "none",
  ]);
  return htmlTable(head, body);
}

function failures({ label, errorCategories }: LeaderboardRow): string {
  return `<h3>${escapeHtml(label)}</h3>${countBars(errorCategories, null)}`;
}

function excludedTable({ excluded }: LeaderboardTable): string {
  if (excluded.length === 0) return `<p class="empty">none</p>`;
  return htmlTable(
    ["task", "reason", "detail"],
    excluded.map(({ taskId, reason, detail }) => [taskId, reason, detail]),
  );
}

function htmlTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (tag: string, cells: readonly string[]) =>
    `<tr>${cells.map((text) => `<${tag}>${escapeHtml(text)}</${tag}>`).join("")}</tr>`;
  return `<table>${line("th", head)}${rows.map((cells) => line("td", cells)).join("")}</table>`;
}

function percent({ value, interval }: ScoreEstimate): string {
  if (value === null) return "undefined";
  const text = (100 * value).toFixed(2);
  return interval === null
    ? text
    : `${text} [${(100 * interval.low).toFixed(1)}, ${(100 * interval.high).toFixed(1)}]`;
}

function place(text: string, rank: number | undefined): string {
  return rank === undefined ? text : `${text} (${rank})`;
}

function increase(relative: number | null): string {
  return relative === null ? "" : `, ${relative >= 0 ? "+" : "−"}${Math.abs(100 * relative).toFixed(1)} %`;
}
