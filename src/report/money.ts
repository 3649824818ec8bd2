/** The report's section about what models took. */
import type { Money, Spent } from "../contracts/money.ts";
import { escapeHtml } from "./escape.ts";

/** "$0.0123", or "unknown". */
export function dollars(costUsd: number | null): string {
  if (costUsd === null) return "unknown";
  return `$${costUsd >= 1 ? costUsd.toFixed(2) : costUsd.toPrecision(3)}`;
}

/** Calls, tokens and cost by stage, model, role and piece. */
export function moneyTables(money: Money): string {
  const parts: readonly (readonly [string, Readonly<Record<string, Spent>>])[] = [
    ["stage", money.byStage],
    ["model", money.byModel],
    ["role", money.byRole],
    ["piece", money.byPiece],
  ];
  const rows = [
    ["all", "all calls", money.total] as const,
    ...parts.flatMap(([by, spent]) => Object.entries(spent).map(([name, one]) => [by, name, one] as const)),
  ].map(([by, name, { calls, usage, costUsd }]) => {
    const cells = [by, name, calls, usage.promptTokens, usage.completionTokens, dollars(costUsd)];
    return `<tr>${cells.map((cell) => `<td>${escapeHtml(String(cell))}</td>`).join("")}</tr>`;
  });
  const { keptTasks, costPerKeptTaskUsd, ownCostOfKeptTaskUsd, fromCache } = money;
  return `<p class="lead">${keptTasks} kept tasks; ${dollars(costPerKeptTaskUsd)} of the whole run for each, ${dollars(ownCostOfKeptTaskUsd)} of it for its own answers. ${fromCache} answers came from the cache.</p>
<table><tr><th>by</th><th>name</th><th>calls</th><th>prompt tokens</th><th>completion tokens</th><th>cost</th></tr>${rows.join("")}</table>`;
}
