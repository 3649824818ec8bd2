/**
 * The audits of a dataset, over rows that are read as often as needed and never held together: near-duplicates, then
 * findings and licences, then balance over what is left.
 */
import type { AuditOptions, AuditRecord, AuditSummary } from "../contracts/audit.ts";
import type { PipelineEvent } from "../contracts/events.ts";
import type { TaskRow } from "../contracts/task-row.ts";
import { overCap } from "../audit/balance.ts";
import { termsOf } from "../audit/licences.ts";
import { NearDuplicateIndex } from "../audit/near-duplicates.ts";
import { packageOf } from "../audit/package-of.ts";
import { fiveQuantiles } from "../audit/quantiles.ts";
import { findingsIn } from "../audit/sieve.ts";
import { countCautiously } from "../model/count-tokens.ts";
import { countInto, sortedCounts } from "../util/counts.ts";

const PROGRESS_EVERY = 500;

export type Rows = () => AsyncIterable<TaskRow>;

/** All rows of a dataset, read once: which are alike, and what they are called. */
export interface IndexedRows {
  readonly index: NearDuplicateIndex;
  readonly taskIds: readonly string[];
  readonly documentIds: readonly string[];
}

/** Reads every row once. Rows that do the same belong together, whatever their tests. */
export async function indexRows(rows: Rows): Promise<IndexedRows> {
  const index = new NearDuplicateIndex();
  const taskIds: string[] = [];
  const documentIds: string[] = [];
  for await (const row of rows()) {
    index.add(`${row.imports}\n${row.function}`.replaceAll(row.function_name, "f"));
    taskIds.push(row.task_id);
    documentIds.push(row.document_id);
  }
  return { index, taskIds, documentIds };
}

/**
 * One record a row, in their order, given to `take`; the summary at the end.
 * @throws ToolkitError `config-invalid` when no selection satisfies the balance that is asked for.
 */
export async function* auditRows(
  rows: Rows,
  indexed: IndexedRows,
  options: AuditOptions,
  take: (record: AuditRecord, row: TaskRow) => Promise<void>,
): AsyncGenerator<PipelineEvent, AuditSummary> {
  const grouped = groupsOf(indexed, options.similarity);
  const found = yield* lookThrough(rows, options, grouped);
  const gone =
    options.balance === null ? new Set<number>() : overCap(found.members, options.balance.maxShare);
  const summary = emptySummary();
  const sizes = { lines: [] as number[], tokens: [] as number[] };
  let index = 0;
  for await (const row of rows()) {
    const record = found.records.get(index) ?? plainRecord(row, index, grouped);
    const whole: AuditRecord = gone.has(index)
      ? { ...record, leftOut: [...record.leftOut, "balance"] }
      : record;
    await take(whole, row);
    count(summary, whole, row);
    if (whole.leftOut.length === 0) {
      sizes.lines.push(row.function.split("\n").length);
      sizes.tokens.push(countCautiously(row.function));
    }
    index++;
  }
  return {
    ...summary,
    domains: sortedCounts(summary.domains),
    packages: sortedCounts(summary.packages),
    sources: sortedCounts(summary.sources),
    lines: fiveQuantiles(sizes.lines),
    tokens: fiveQuantiles(sizes.tokens),
  };
}

interface Groups {
  /** For each row that is like an earlier one: the number of the first row of its group, and how like. */
  readonly duplicates: ReadonlyMap<number, { readonly original: number; readonly similarity: number }>;
  readonly taskIds: readonly string[];
}

function groupsOf({ index, taskIds }: IndexedRows, similarity: number): Groups {
  return { duplicates: new Map(index.duplicates(similarity).map((found) => [found.index, found])), taskIds };
}

/** Records of the rows about which there is something to say; and who may be chosen for the balance. */
async function* lookThrough(rows: Rows, options: AuditOptions, grouped: Groups) {
  const records = new Map<number, AuditRecord>();
  const members: { index: number; id: string; key: string }[] = [];
  let index = 0;
  for await (const row of rows()) {
    const plain = plainRecord(row, index, grouped);
    const placed = [
      ...(await findingsIn(row.program, "code")),
      ...(await findingsIn(row.instruction, "text")),
    ];
    const findings = placed.map(({ kind, rule, where, line, masked }) => ({
      kind,
      rule,
      where,
      line,
      masked,
    }));
    const record = { ...plain, findings };
    const leftOut = reasonsAgainst(record, options);
    if (leftOut.length > 0 || findings.length > 0 || record.similarity !== null)
      records.set(index, { ...record, leftOut });
    if (options.balance !== null && leftOut.length === 0)
      members.push({ index, id: row.task_id, key: keyOf(row, options.balance.by) });
    if (++index % PROGRESS_EVERY === 0)
      yield { type: "note", message: `${index} of ${grouped.taskIds.length} tasks looked through` } as const;
  }
  return { records, members };
}

function plainRecord(row: TaskRow, index: number, { duplicates, taskIds }: Groups): AuditRecord {
  const duplicate = duplicates.get(index);
  return {
    taskId: row.task_id,
    documentId: row.document_id,
    group: taskIds[duplicate?.original ?? index] ?? row.task_id,
    similarity: duplicate?.similarity ?? null,
    findings: [],
    licence: row.licence,
    terms: termsOf(row.licence),
    leftOut: [],
  };
}

function reasonsAgainst(record: AuditRecord, options: AuditOptions): AuditRecord["leftOut"] {
  const reasons: AuditRecord["leftOut"] = [];
  if (record.similarity !== null && options.nearDuplicates === "drop") reasons.push("near-duplicate");
  // A program with a placeholder in it is another one than was verified, so code is never redacted.
  const counted = record.findings.filter(
    ({ where }) => options.findings === "reject" || (options.findings === "redact" && where === "code"),
  );
  for (const kind of ["secret", "personal"] as const)
    if (counted.some((finding) => finding.kind === kind)) reasons.push(kind);
  if (options.excludeTerms.includes(record.terms)) reasons.push("licence");
  return reasons;
}

function keyOf(row: TaskRow, by: "domain" | "package" | "source"): string {
  if (by === "package") return packageOf(row.requirements);
  return by === "domain" ? row.domain : row.source;
}

type Counted = Omit<AuditSummary, "lines" | "tokens">;

function emptySummary(): Counted {
  return {
    tasks: 0,
    kept: 0,
    leftOut: {},
    nearDuplicates: 0,
    findings: {},
    licences: {},
    domains: {},
    packages: {},
    sources: {},
  };
}

function count(summary: Counted, record: AuditRecord, row: TaskRow): void {
  summary.tasks++;
  if (record.similarity !== null) summary.nearDuplicates++;
  for (const reason of record.leftOut) countInto(summary.leftOut, reason);
  for (const { rule } of record.findings) countInto(summary.findings, rule);
  const licence = record.licence ?? "unknown";
  const known = summary.licences[licence] ?? { tasks: 0, terms: record.terms };
  summary.licences[licence] = { ...known, tasks: known.tasks + 1 };
  if (record.leftOut.length > 0) return;
  summary.kept++;
  countInto(summary.domains, row.domain);
  countInto(summary.packages, packageOf(row.requirements));
  countInto(summary.sources, row.source);
}
