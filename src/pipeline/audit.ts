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

/**
 * One record a row, in their order, given to `take`; the summary at the end.
 * @throws ToolkitError `config-invalid` when no selection satisfies the balance that is asked for.
 */
export async function* auditRows(
  rows: Rows,
  options: AuditOptions,
  take: (record: AuditRecord, row: TaskRow) => Promise<void>,
): AsyncGenerator<PipelineEvent, AuditSummary> {
  const { groups, ids, similarities } = await groupRows(rows, options.similarity);
  const found = yield* lookThrough(rows, options, { groups, ids, similarities });
  const gone =
    options.balance === null ? new Set<number>() : overCap(found.members, options.balance.maxShare);
  const summary = emptySummary();
  const sizes = { lines: [] as number[], tokens: [] as number[] };
  let index = 0;
  for await (const row of rows()) {
    const record = found.records.get(index) ?? plainRecord(row, groups[index], { ids, similarities, index });
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
  /** For each row the number of the first row of its group. */
  readonly groups: readonly number[];
  readonly ids: readonly string[];
  readonly similarities: ReadonlyMap<number, number>;
}

/** Rows that do the same belong together, whatever their tests. */
export async function groupRows(rows: Rows, similarity: number): Promise<Groups> {
  const index = new NearDuplicateIndex();
  const ids: string[] = [];
  for await (const row of rows()) {
    index.add(`${row.imports}\n${row.function}`.replaceAll(row.function_name, "f"));
    ids.push(row.task_id);
  }
  const duplicates = index.duplicates(similarity);
  const groups = ids.map((_, number) => number);
  const similarities = new Map<number, number>();
  for (const duplicate of duplicates) {
    groups[duplicate.index] = duplicate.original;
    similarities.set(duplicate.index, duplicate.similarity);
  }
  return { groups, ids, similarities };
}

/** Records of the rows about which there is something to say; and who may be chosen for the balance. */
async function* lookThrough(rows: Rows, options: AuditOptions, grouped: Groups) {
  const records = new Map<number, AuditRecord>();
  const members: { index: number; id: string; key: string }[] = [];
  let index = 0;
  for await (const row of rows()) {
    const plain = plainRecord(row, grouped.groups[index], { ...grouped, index });
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
      yield { type: "note", message: `${index} of ${grouped.ids.length} tasks looked through` } as const;
  }
  return { records, members };
}

function plainRecord(
  row: TaskRow,
  group: number | undefined,
  { ids, similarities, index }: Pick<Groups, "ids" | "similarities"> & { readonly index: number },
): AuditRecord {
  return {
    taskId: row.task_id,
    documentId: row.document_id,
    group: ids[group ?? index] ?? row.task_id,
    similarity: similarities.get(index) ?? null,
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
