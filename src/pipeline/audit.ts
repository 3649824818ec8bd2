/**
 * The audits of a dataset, over rows that are read as often as needed and never held together: near-duplicates, then
 * findings and licences, then balance over what is left.
 */
import type { AuditOptions, AuditRecord, AuditSummary } from "../contracts/audit.ts";
import type { PipelineEvent } from "../contracts/events.ts";
import type { Sketch } from "../contracts/sketch.ts";
import type { TaskRow } from "../contracts/task-row.ts";
import { BalancedSelection } from "../audit/balance.ts";
import { textGrams } from "../audit/contamination/n-grams.ts";
import { overlapWith } from "../audit/contamination/overlap.ts";
import { termsOf } from "../audit/licences.ts";
import { NearDuplicateIndex } from "../audit/near-duplicates.ts";
import { packageOf } from "../audit/package-of.ts";
import { fiveQuantiles } from "../audit/quantiles.ts";
import { findingsIn } from "../audit/sieve.ts";
import { countCautiously } from "../model/count-tokens.ts";
import { countInto, sortedCounts } from "../util/counts.ts";
import { GrowingNumbers } from "../util/growing-numbers.ts";
import { numberOf } from "../util/hash.ts";

const PROGRESS_EVERY = 500;

export type Rows = () => AsyncIterable<TaskRow>;

/** All rows of a dataset, read once: which are alike, and of which document each is. */
export interface IndexedRows {
  readonly index: NearDuplicateIndex;
  /** For every row its document's id, as the number that `numberOf` gives. */
  readonly documents: Float64Array;
}

/**
 * Reads every row once. Rows that do the same belong together, whatever their tests. Holds 136 bytes a row.
 * @param instructions Takes in what is asked, where that is to be compared too.
 * @throws RangeError for more than 2,097,152 rows.
 */
export async function indexRows(
  rows: Rows,
  instructions: NearDuplicateIndex | null = null,
): Promise<IndexedRows> {
  const index = new NearDuplicateIndex();
  const documents = new GrowingNumbers();
  for await (const row of rows()) {
    index.add(`${row.imports}\n${row.function}`.replaceAll(row.function_name, "f"));
    instructions?.addHashes(textGrams(row.instruction.replaceAll(row.function_name, "f")));
    documents.push(numberOf(row.document_id));
  }
  return { index, documents: documents.values };
}

/** What a dataset is audited by. */
export interface AuditPlan {
  readonly options: AuditOptions;
  /** Benchmarks that a task may repeat. */
  readonly sketches: readonly Sketch[];
}

/**
 * One record a row, in their order, given to `take`; the summary at the end.
 * @throws ToolkitError `config-invalid` when no selection satisfies the balance that is asked for.
 */
export async function* auditRows(
  rows: Rows,
  indexed: IndexedRows,
  { options, sketches }: AuditPlan,
  take: (record: AuditRecord, row: TaskRow) => Promise<void>,
): AsyncGenerator<PipelineEvent, AuditSummary> {
  const grouped = new NearDuplicates(indexed.index, options.similarity);
  const chosen = options.balance === null ? null : yield* choose(rows, { options, sketches }, grouped);
  const summary = emptySummary(sketches);
  const sizes = { lines: new GrowingNumbers(), tokens: new GrowingNumbers() };
  let index = 0;
  for await (const row of rows()) {
    const known = chosen === null ? await notedOf(row, sketches) : (chosen.noted.get(index) ?? NOTHING);
    const record = recordOf(row, { ...grouped.of(index, row.task_id), ...known });
    const leftOut = reasonsAgainst(record, options);
    const isGone = chosen?.gone.has(index) === true;
    const whole: AuditRecord = { ...record, leftOut: isGone ? [...leftOut, "balance"] : leftOut };
    await take(whole, row);
    count(summary, whole, row);
    if (whole.leftOut.length === 0) {
      sizes.lines.push(row.function.split("\n").length);
      sizes.tokens.push(countCautiously(row.function));
    }
    if (++index % PROGRESS_EVERY === 0 && chosen === null) yield progress(index, grouped.size);
  }
  return {
    ...summary,
    domains: sortedCounts(summary.domains),
    packages: sortedCounts(summary.packages),
    sources: sortedCounts(summary.sources),
    lines: fiveQuantiles(sizes.lines.values),
    tokens: fiveQuantiles(sizes.tokens.values),
  };
}

/** What is known of a row besides its fields. */
type Noted = Pick<AuditRecord, "findings" | "contamination">;
const NOTHING: Noted = { findings: [], contamination: null };

/** For each row the first of its group. Ids are kept of those only that others are like. */
class NearDuplicates {
  readonly #originals: Uint32Array;
  readonly #isOriginal: Uint8Array;
  readonly #ids = new Map<number, string>();

  constructor(
    private readonly index: NearDuplicateIndex,
    threshold: number,
  ) {
    this.#originals = index.groups(threshold);
    this.#isOriginal = new Uint8Array(index.size);
    this.#originals.forEach((original, row) => {
      if (original !== row) this.#isOriginal[original] = 1;
    });
  }

  get size(): number {
    return this.index.size;
  }

  /** Rows are asked for in their order. */
  of(row: number, id: string): Pick<AuditRecord, "group" | "similarity"> {
    if (this.#isOriginal[row] === 1) this.#ids.set(row, id);
    const original = this.#originals[row] ?? row;
    if (original === row) return { group: id, similarity: null };
    return { group: this.#ids.get(original) ?? id, similarity: this.index.similarity(row, original) };
  }
}

/** Rows over what the balance allows, which needs to know all rows; and what was noted on the way. */
async function* choose(rows: Rows, { options, sketches }: AuditPlan, grouped: NearDuplicates) {
  const noted = new Map<number, Noted>();
  const choice = new BalancedSelection();
  const { by, maxShare } = options.balance ?? { by: "domain", maxShare: 1 };
  let index = 0;
  for await (const row of rows()) {
    const known = await notedOf(row, sketches);
    if (known.findings.length > 0 || known.contamination !== null) noted.set(index, known);
    const record = recordOf(row, { ...grouped.of(index, row.task_id), ...known });
    if (reasonsAgainst(record, options).length === 0) choice.add(index, row.task_id, keyOf(row, by));
    if (++index % PROGRESS_EVERY === 0) yield progress(index, grouped.size);
  }
  return { noted, gone: choice.overCap(maxShare) };
}

function progress(done: number, size: number): PipelineEvent {
  return { type: "note", message: `${done} of ${size} tasks looked through` };
}

async function notedOf(row: TaskRow, sketches: readonly Sketch[]): Promise<Noted> {
  const placed = [...(await findingsIn(row.program, "code")), ...(await findingsIn(row.instruction, "text"))];
  const findings = placed.map(({ kind, rule, where, line, masked }) => ({ kind, rule, where, line, masked }));
  return { findings, contamination: overlapWith(sketches, { text: row.instruction, code: row.function }) };
}

function recordOf(row: TaskRow, known: Noted & Pick<AuditRecord, "group" | "similarity">): AuditRecord {
  return {
    taskId: row.task_id,
    documentId: row.document_id,
    group: known.group,
    similarity: known.similarity,
    findings: known.findings,
    contamination: known.contamination,
    licence: row.licence,
    terms: termsOf(row.licence),
    leftOut: [],
  };
}

function reasonsAgainst(record: AuditRecord, options: AuditOptions): AuditRecord["leftOut"] {
  const reasons: AuditRecord["leftOut"] = [];
  if (record.similarity !== null && options.nearDuplicates === "drop") reasons.push("near-duplicate");
  if (record.contamination?.contaminated === true && options.contamination === "drop")
    reasons.push("contaminated");
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

function emptySummary(sketches: readonly Sketch[]): Counted {
  return {
    tasks: 0,
    kept: 0,
    leftOut: {},
    nearDuplicates: 0,
    contaminated: Object.fromEntries(sketches.map(({ name }) => [name, 0])),
    comparedWith: sketches.map(({ name, problems, source }) => ({ name, problems, source })),
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
  const { contamination } = record;
  if (contamination?.contaminated === true) countInto(summary.contaminated, contamination.benchmark);
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
