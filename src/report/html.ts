/** The static report of a run: one HTML file without scripts or outside resources. */
import type { VerifyRecord } from "../contracts/execution.ts";
import type { IngestReport, Summary } from "../contracts/summary.ts";
import { escapeHtml } from "./escape.ts";
import { moneyTables } from "./money.ts";
import { refreshSection, type RefreshSectionFacts } from "./refresh.ts";
import { barChart, countBars, figure, section } from "./parts.ts";
import { reportCss } from "./report.css.ts";

export interface ReportSample {
  readonly record: VerifyRecord;
  readonly program: string;
}

export interface ReportFacts {
  readonly summary: Summary;
  readonly ingest: IngestReport;
  /** Domains of the tasks in tier `any` and above. */
  readonly domains: Readonly<Record<string, number>>;
  readonly samples: readonly ReportSample[];
  readonly failures: readonly ReportSample[];
  /** Where the run is a refresh of an earlier one. */
  readonly refresh?: RefreshSectionFacts | null;
}

/** The report's text. */
export function renderReport(facts: ReportFacts): string {
  const { summary } = facts;
  const title = escapeHtml(`${summary.name} · codergen report`);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><style>${reportCss}</style></head><body>
<h1>${escapeHtml(summary.name)}</h1>
<p class="lead">From documents to a verified dataset, made by codergen ${escapeHtml(summary.toolkitVersion)}. Every number counts inputs, documents, tasks or cases of this run; nothing is sampled.</p>
${figures(summary)}
${facts.refresh == null ? "" : refreshSection(facts.refresh)}
${section("Funnel", funnel(summary))}
<div class="columns">
${section("Tiers", tierBars(summary), `<p class="lead">Each task counts once, under the highest tier it reached.</p>`)}
${section("Domains of kept tasks", countBars(facts.domains, summary.export.any))}
${section("Why tasks are not verified", countBars(summary.verify.notVerifiedByReason, null))}
${section("Why cases did not pass", countBars(summary.verify.failuresByCause, null))}
${section("Why documents gave no task", countBars(summary.generate.rejectedByReason, summary.generate.documents))}
${section("Why inputs were rejected", countBars(summary.scrape.rejectedByReason, summary.scrape.inputs))}
${section("Sources", countBars(facts.ingest.bySource, facts.ingest.inputs))}
${section("Licences of documents", countBars(facts.ingest.byLicence, facts.ingest.accepted))}
</div>
${summary.money === null ? "" : section("What models took", moneyTables(summary.money), section("Answers", countBars(summary.money.outcomes, null)))}
${section("Sample tasks", samples(facts.samples))}
${section("Tasks with a case that did not pass", samples(facts.failures))}
${section("Rejected inputs", rejectedTable(facts.ingest))}
</body></html>
`;
}

function figures({ scrape, generate, verify }: Summary): string {
  const { tiers } = verify;
  const kept = tiers.all + tiers.verified;
  return `<div class="figures">${[
    figure(scrape.inputs, "inputs"),
    figure(scrape.accepted, "documents"),
    figure(generate.tasks, "tasks"),
    figure(kept, "pass all cases"),
    figure(tiers.verified, "verified"),
    figure(verify.vacuousCases, "cases a stub passes"),
    figure(verify.ungraded + generate.ungraded, "ungraded"),
  ].join("")}</div>`;
}

function funnel({ scrape, generate, verify, export: rows }: Summary): string {
  return barChart([
    { label: "inputs", value: scrape.inputs },
    { label: "documents accepted", value: scrape.accepted },
    { label: "documents with a task", value: generate.generated },
    { label: "tasks", value: verify.tasks },
    { label: "pass any case", value: rows.any },
    { label: "pass all cases", value: rows.all },
    { label: "verified", value: rows.verified },
  ]);
}

function tierBars({ verify }: Summary): string {
  const { tiers } = verify;
  const notes = {
    verified: "all cases pass, stable over reruns, every case notices stubs, no duplicate",
    all: "all cases pass",
    any: "at least one case passes",
    none: "no case passes",
  };
  const order = ["verified", "all", "any", "none"] as const;
  return barChart(
    order.map((tier) => ({ label: tier, value: tiers[tier], note: notes[tier] })),
    verify.tasks,
  );
}

function samples(list: readonly ReportSample[]): string {
  if (list.length === 0) return `<p class="empty">none</p>`;
  return list
    .map(({ record, program }) => {
      const cases = record.cases.map((result) => {
        const why =
          result.cause === null
            ? ""
            : `: ${result.cause.exception ?? result.cause.code} ${result.cause.message}`;
        const vacuous =
          result.vacuousUnder.length > 0 ? ` (a stub passes it: ${result.vacuousUnder.join(", ")})` : "";
        const style = result.verdict === "passed" ? "passed" : "not";
        return `<li><span class="${style}">${result.verdict}</span> ${escapeHtml(result.name + why + vacuous)}</li>`;
      });
      const tag = `<span class="tag">${record.tier}</span>`;
      return `<details><summary>${escapeHtml(record.taskId)}${tag}</summary><ul>${cases.join("")}</ul><pre>${escapeHtml(program)}</pre></details>`;
    })
    .join("\n");
}

function rejectedTable({ rejectedInputs, rejected }: IngestReport): string {
  if (rejectedInputs.length === 0) return `<p class="empty">none</p>`;
  const rows = rejectedInputs
    .slice(0, 200)
    .map(
      ({ input, reason, detail }) =>
        `<tr><td>${escapeHtml(input)}</td><td>${escapeHtml(reason)}</td><td>${escapeHtml(detail)}</td></tr>`,
    );
  const rest =
    rejected > rows.length
      ? `<p class="lead">${rejected - rows.length} more are in documents.jsonl.</p>`
      : "";
  return `<table><tr><th>input</th><th>reason</th><th>detail</th></tr>${rows.join("")}</table>${rest}`;
}
