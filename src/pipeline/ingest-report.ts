/** The ingest report: what scraping found and why the rest was rejected. */
import { hasUsableCode, type ScrapeRecord } from "../contracts/document.ts";
import type { IngestReport } from "../contracts/summary.ts";
import { countInto, sortedCounts } from "../util/counts.ts";

const MAX_REJECTED_LISTED = 1_000;

/** Counts `records`; every input is counted once under accepted or rejected. */
export async function ingestReport(records: AsyncIterable<ScrapeRecord>): Promise<IngestReport> {
  const report: IngestReport = {
    inputs: 0,
    accepted: 0,
    rejected: 0,
    bySource: {},
    byDomain: {},
    byLicence: {},
    withUsableCode: 0,
    duplicates: 0,
    withWarnings: 0,
    rejectedByReason: {},
    rejectedInputs: [],
  };
  for await (const record of records) {
    report.inputs++;
    countInto(report.bySource, record.source);
    if (record.state === "accepted") countAccepted(report, record);
    else countRejected(report, record);
  }
  return {
    ...report,
    bySource: sortedCounts(report.bySource),
    byDomain: sortedCounts(report.byDomain),
    byLicence: sortedCounts(report.byLicence),
    rejectedByReason: sortedCounts(report.rejectedByReason),
  };
}

function countAccepted(report: IngestReport, { document }: ScrapeRecord): void {
  report.accepted++;
  if (document === null) return;
  countInto(report.byDomain, document.domain);
  countInto(report.byLicence, document.licence ?? "unknown");
  if (hasUsableCode(document)) report.withUsableCode++;
  if (document.warnings.length > 0) report.withWarnings++;
}

function countRejected(report: IngestReport, { input, reason, detail }: ScrapeRecord): void {
  report.rejected++;
  countInto(report.rejectedByReason, reason ?? "unknown");
  if (reason === "duplicate") report.duplicates++;
  if (report.rejectedInputs.length < MAX_REJECTED_LISTED) {
    report.rejectedInputs.push({ input, reason: reason ?? "unknown", detail: detail ?? "" });
  }
}
