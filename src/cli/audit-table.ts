/** An audit's summary as tables for a person. */
import paper from "../../data/paper-domains.json" with { type: "json" };
import type { AuditSummary } from "../index.ts";

const PERCENT = 100;
const MOST_ROWS = 12;

/** Counts, licences, and domains beside those of the paper's dataset. */
export async function auditTable(summary: AuditSummary): Promise<string> {
  const { default: Table } = await import("cli-table3");
  const table = (head: string[], rows: (string | number)[][]): string => {
    const made = new Table({ head, style: { head: [], border: [] } });
    made.push(...rows.slice(0, MOST_ROWS));
    return made.toString();
  };
  const share = (count: number): string => `${((PERCENT * count) / Math.max(1, summary.kept)).toFixed(1)} %`;
  const left = Object.entries(summary.leftOut).map(([reason, count]) => `${reason} ${count}`);
  const found = Object.entries(summary.findings).map(([rule, count]) => `${rule} ${count}`);
  const repeated = Object.entries(summary.contaminated).map(([name, count]) => `${name} ${count}`);
  const licences = Object.entries(summary.licences).toSorted(([, a], [, b]) => b.tasks - a.tasks);
  return [
    `${summary.tasks} tasks, ${summary.kept} kept; left out: ${left.join(", ") || "none"}`,
    `like an earlier one: ${summary.nearDuplicates}; found by the sieve (no guarantee): ${found.join(", ") || "nothing"}`,
    `repeat a problem of a benchmark: ${repeated.join(", ") || "compared with none"}`,
    `lines of a function (5, 25, 50, 75, 95 %): ${summary.lines.join(", ")}; tokens: ${summary.tokens.join(", ")}`,
    table(
      ["licence", "terms", "tasks"],
      licences.map(([licence, { terms, tasks }]) => [licence, terms, tasks]),
    ),
    table(
      ["domain", "kept", "share", "paper"],
      Object.entries(summary.domains).map(([domain, count]) => [
        domain,
        count,
        share(count),
        percentOf(domain),
      ]),
    ),
    table(
      ["package", "kept", "share"],
      Object.entries(summary.packages).map(([name, count]) => [name, count, share(count)]),
    ),
  ].join("\n");
}

function percentOf(domain: string): string {
  const percent: Readonly<Record<string, number>> = paper.percent;
  return percent[domain] === undefined ? "-" : `${percent[domain]} %`;
}
