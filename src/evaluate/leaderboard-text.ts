/** A leaderboard as Markdown, in the paper's form, and as CSV with every number. */
import type { Leaderboard, LeaderboardRow, LeaderboardTable } from "../contracts/leaderboard.ts";
import type { ScoreEstimate } from "../contracts/score.ts";

export function leaderboardMarkdown({ tables }: Leaderboard): string {
  return tables.map(tableMarkdown).join("\n");
}

function tableMarkdown(table: LeaderboardTable): string {
  const agents = agentsOf(table);
  const head = ["model", "SR@All", "SR@Any"];
  for (const agent of agents) head.push(`${agent}: SR@All`, `${agent}: SR@Any`);
  head.push(
    "CL",
    "CT",
    "samples",
    "environment faults",
    "SR@All without them",
    "SR@All without vacuous cases",
  );
  const rows = table.rows.map((row) => [
    row.label,
    ranked(percent(row.srAll), row.ranks["srAll"]),
    ranked(percent(row.srAny), row.ranks["srAny"]),
    ...agents.flatMap((agent) => agentCells(row, agent)),
    ranked(number(row.codeLines), row.ranks["codeLines"]),
    ranked(number(row.codeTokens), row.ranks["codeTokens"]),
    samplesCell(row),
    String(row.environmentFaults),
    percent(row.withoutEnvironmentFaults.srAll),
    percent(row.withoutVacuousCases.srAll),
  ]);
  const lines = [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.map(cell).join(" | ")} |`);
  return `### ${table.dataset}\n\n${lines.join("\n")}\n\n${notes(table)}\n`;
}

/** What was graded, and what is missing of a whole answer. */
export function samplesCell({ samples, ungraded, missingTasks }: LeaderboardRow): string {
  const notes = [
    ...(missingTasks > 0 ? [`${missingTasks} tasks missing: no place`] : []),
    ...(ungraded > 0 ? [`${ungraded} ungraded`] : []),
  ];
  return notes.length === 0 ? String(samples) : `${samples} (${notes.join(", ")})`;
}

function agentCells(row: LeaderboardRow, agent: string): string[] {
  const found = row.agents.find((entry) => entry.agent === agent);
  if (found === undefined) return ["", ""];
  const open = found.open > 0 ? `, ${found.open} open` : "";
  return [
    `${ranked(percent(found.srAll), row.ranks[`${agent}.srAll`])}${increase(found.relativeIncreaseAll)}${open}`,
    `${ranked(percent(found.srAny), row.ranks[`${agent}.srAny`])}${increase(found.relativeIncreaseAny)}`,
  ];
}

function notes(table: LeaderboardTable): string {
  const scored = Math.max(0, ...table.rows.map(({ scoredTasks }) => scoredTasks));
  const lines = [
    `Rates in % with 95 % intervals clustered by source document, (place) in the column, relative increase with an agent. ${scored} of ${table.tasks} tasks scored. CT by ${table.tokenizer}.`,
  ];
  for (const {
    first,
    second,
    difference,
    probabilitySecondBetter,
    onlyFirst,
    onlySecond,
  } of table.comparisons) {
    const chance =
      probabilitySecondBetter === null
        ? ""
        : `, better in ${(100 * probabilitySecondBetter).toFixed(0)} % of draws`;
    lines.push(
      `${second} − ${first}: ${percent(difference)} points of SR@All${chance}; solved by ${second} alone ${onlySecond.length}, by ${first} alone ${onlyFirst.length}.`,
    );
  }
  for (const { taskId, reason, detail } of table.excluded)
    lines.push(`Left out: ${taskId} (${reason}): ${oneLine(detail)}`);
  return lines.map((line) => `- ${line}`).join("\n");
}

function agentsOf({ rows }: LeaderboardTable): string[] {
  return [...new Set(rows.flatMap(({ agents }) => agents.map(({ agent }) => agent)))];
}

/** One line a row, with a line of names; shares in [0, 1], empty where undefined. */
export function leaderboardCsv({ tables }: Leaderboard): string {
  const records = tables.flatMap((table) => table.rows.map((row) => csvRecord(table, row)));
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))];
  const lines = [names, ...records.map((record) => names.map((name) => record[name] ?? ""))];
  return lines.map((cells) => `${cells.map((value) => csvCell(String(value))).join(",")}\n`).join("");
}

function csvRecord(table: LeaderboardTable, row: LeaderboardRow): Record<string, string | number> {
  const record: Record<string, string | number | null> = {
    dataset: table.dataset,
    label: row.label,
    model: row.model,
    style: row.style,
    tasks: row.scoredTasks,
    missing_tasks: row.missingTasks,
    samples: row.samples,
    ungraded: row.ungraded,
    ...estimateCells("sr_all", row.srAll),
    ...estimateCells("sr_any", row.srAny),
    ...estimateCells("pass_fraction", row.passFraction),
    sr_all_without_environment_faults: row.withoutEnvironmentFaults.srAll.value,
    sr_all_without_vacuous_cases: row.withoutVacuousCases.srAll.value,
    environment_faults: row.environmentFaults,
    skipped_cases: row.skippedCases,
    vacuous_passes: row.vacuousPasses,
    code_lines: row.codeLines,
    code_tokens: row.codeTokens,
    calls: row.calls,
    cost_usd: row.costUsd,
    cpu_seconds: row.cpuSeconds,
    model_seconds: row.modelSeconds,
  };
  for (const { k, passAtK, passHatK } of row.atK) {
    Object.assign(record, { [`pass_at_${k}`]: passAtK.value, [`pass_hat_${k}`]: passHatK.value });
  }
  for (const { agent, srAll, srAny, relativeIncreaseAll, relativeIncreaseAny } of row.agents) {
    Object.assign(record, {
      ...estimateCells(`${agent}_sr_all`, srAll),
      ...estimateCells(`${agent}_sr_any`, srAny),
      [`${agent}_relative_increase_all`]: relativeIncreaseAll,
      [`${agent}_relative_increase_any`]: relativeIncreaseAny,
    });
  }
  for (const [name, rank] of Object.entries(row.ranks)) record[`rank_${name}`] = rank;
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, value ?? ""]));
}

function estimateCells(name: string, { value, interval }: ScoreEstimate): Record<string, number | null> {
  return { [name]: value, [`${name}_low`]: interval?.low ?? null, [`${name}_high`]: interval?.high ?? null };
}

function csvCell(text: string): string {
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function percent({ value, interval }: ScoreEstimate): string {
  if (value === null) return "undefined";
  const text = (100 * value).toFixed(2);
  if (interval === null) return text;
  return `${text} [${(100 * interval.low).toFixed(1)}, ${(100 * interval.high).toFixed(1)}]`;
}

function number(value: number | null): string {
  return value === null ? "undefined" : value.toFixed(1);
}

function ranked(text: string, rank: number | undefined): string {
  return rank === undefined ? text : `${text} (${rank})`;
}

function increase(relative: number | null): string {
  if (relative === null) return "";
  return `, ${relative >= 0 ? "+" : "−"}${Math.abs(100 * relative).toFixed(1)} %`;
}

function cell(text: string): string {
  return oneLine(text).replaceAll("|", "\\|");
}

function oneLine(text: string): string {
  return text.replaceAll(/\s*\n\s*/g, " ").slice(0, 300);
}
