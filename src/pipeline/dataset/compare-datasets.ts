/**
 * What two datasets differ in, task by task, and the step of the version that this is. Of each dataset only a digest a
 * column is held, so that size does not matter.
 */
import {
  type DatasetDiff,
  meaningFields,
  type PackageChange,
  type TaskChange,
  type VersionStep,
} from "../../contracts/dataset-version.ts";
import type { Tier } from "../../contracts/execution.ts";
import { type TaskRow, taskRowSchema } from "../../contracts/task-row.ts";
import { countInto, sortedCounts } from "../../util/counts.ts";
import { hashValue } from "../../util/hash.ts";
import { lockChanges, requirementName } from "./lock-changes.ts";

export type TaskRows = () => AsyncIterable<TaskRow>;

/** Columns that are compared, sorted; `program` holds all others in one text. */
const COLUMNS = (Object.keys(taskRowSchema.shape) as (keyof TaskRow)[])
  .filter((name) => name !== "program")
  .toSorted();
/** 60 bits: two different values of one column of one task that pass for equal are not to be feared. */
const DIGITS = 15;

/** What of a row is compared: some 400 bytes. */
interface Digest {
  /** The hash of each column, one behind the other. */
  readonly columns: string;
  readonly tier: Tier;
  readonly licence: string | null;
  /** Shared by rows with one environment. */
  readonly lock: readonly string[];
}

export interface Comparison {
  /** Tasks that differ: those of the first dataset in its order, then those that only the second has. */
  readonly changes: readonly TaskChange[];
  readonly diff: DatasetDiff;
}

const VERSION_COLUMNS = ["requirements", "environment_lock", "environment_id", "python_version"];

/** Compares the rows of tier any and above. */
export async function compareDatasets(before: TaskRows, after: TaskRows): Promise<Comparison> {
  const [old, now] = [await digests(before), await digests(after)];
  const changes: TaskChange[] = [];
  const packages = new Map<string, PackageChange & { tasks: number }>();
  for (const [taskId, digest] of old) {
    const there = now.get(taskId) ?? null;
    const change = changeOf(taskId, digest, there);
    if (change !== null) changes.push(change);
    if (there !== null) countPackages(packages, lockChanges(digest.lock, there.lock));
  }
  for (const [taskId, digest] of now) {
    const added = old.has(taskId) ? null : changeOf(taskId, null, digest);
    if (added !== null) changes.push(added);
  }
  return { changes, diff: countDiff({ before: old.size, after: now.size }, changes, packages) };
}

async function digests(rows: TaskRows): Promise<Map<string, Digest>> {
  const found = new Map<string, Digest>();
  const locks = new Map<string, readonly string[]>();
  for await (const row of rows()) {
    if (row.tier === "none") continue;
    const digest = digestOf(row);
    const lock = locks.get(row.environment_id) ?? digest.lock;
    locks.set(row.environment_id, lock);
    found.set(row.task_id, { ...digest, lock });
  }
  return found;
}

function digestOf(row: TaskRow): Digest {
  const compared: TaskRow = { ...row, instruction: withoutVersions(row) };
  const hashes = COLUMNS.map((name) => hashValue(compared[name]).slice(0, DIGITS));
  return { columns: hashes.join(""), tier: row.tier, licence: row.licence, lock: row.environment_lock };
}

/** An instruction names the versions that a task is pinned to; with another one it asks the same. */
function withoutVersions({ instruction, requirements }: TaskRow): string {
  const names = new Set(requirements.map((requirement) => requirementName(requirement)));
  return instruction
    .replaceAll(/\(([A-Za-z0-9][\w.-]*) \d[\w.+!-]*\)/g, (text, name: string) =>
      names.has(requirementName(name)) ? `(${name})` : text,
    )
    .replaceAll(/\(Python standard library, Python [\d.]+\w*\)/g, "(Python standard library)");
}

/** Columns of two rows of one task that differ, sorted. */
export function differingColumns(before: TaskRow, after: TaskRow): string[] {
  return columnsThatDiffer(digestOf(before), digestOf(after));
}

function columnsThatDiffer(before: Digest, after: Digest): string[] {
  const part = ({ columns }: Digest, index: number) => columns.slice(index * DIGITS, (index + 1) * DIGITS);
  return COLUMNS.filter((_, index) => part(before, index) !== part(after, index));
}

function changeOf(taskId: string, before: Digest | null, after: Digest | null): TaskChange | null {
  const facts = {
    taskId,
    tierBefore: before?.tier ?? null,
    tierAfter: after?.tier ?? null,
    licenceBefore: before?.licence ?? null,
    licenceAfter: after?.licence ?? null,
    patch: null,
  };
  if (before === null) return { ...facts, kind: "added", fields: [] };
  if (after === null) return { ...facts, kind: "removed", fields: [] };
  const fields = columnsThatDiffer(before, after);
  if (fields.length === 0) return null;
  return { ...facts, kind: isMeaning(fields) ? "changed" : "other", fields };
}

/** Whether a task asks or tests something else. */
export function isMeaning(fields: readonly string[]): boolean {
  return fields.some((field) => (meaningFields as readonly string[]).includes(field));
}

/** Adds the packages of one task to those of all. */
export function countPackages(
  packages: Map<string, PackageChange & { tasks: number }>,
  changes: readonly PackageChange[],
): void {
  for (const change of changes) {
    const key = JSON.stringify([change.name, change.before, change.after]);
    const known = packages.get(key) ?? { ...change, tasks: 0 };
    packages.set(key, { ...known, tasks: known.tasks + 1 });
  }
}

/** The packages that most tasks are about first. */
export function sortedPackages(packages: ReadonlyMap<string, PackageChange & { tasks: number }>) {
  return [...packages.values()].toSorted((a, b) => b.tasks - a.tasks || (a.name < b.name ? -1 : 1));
}

function countDiff(
  sizes: { readonly before: number; readonly after: number },
  changes: readonly TaskChange[],
  packages: ReadonlyMap<string, PackageChange & { tasks: number }>,
): DatasetDiff {
  const tierMoves = {};
  const licenceChanges = {};
  let locks = 0;
  for (const { kind, fields, ...change } of changes) {
    if (kind === "added" || kind === "removed") continue;
    if (change.tierBefore !== change.tierAfter)
      countInto<string>(tierMoves, `${change.tierBefore} → ${change.tierAfter}`);
    if (change.licenceBefore !== change.licenceAfter)
      countInto<string>(
        licenceChanges,
        `${change.licenceBefore ?? "unknown"} → ${change.licenceAfter ?? "unknown"}`,
      );
    if (fields.some((field) => VERSION_COLUMNS.includes(field))) locks++;
  }
  const count = (wanted: TaskChange["kind"]) => changes.filter(({ kind }) => kind === wanted).length;
  const [added, removed] = [count("added"), count("removed")];
  return {
    tasksBefore: sizes.before,
    tasksAfter: sizes.after,
    added,
    removed,
    changed: count("changed"),
    same: sizes.before - removed - count("changed") - count("other"),
    tierMoves: sortedCounts(tierMoves),
    licenceChanges: sortedCounts(licenceChanges),
    lockChanges: locks,
    packages: sortedPackages(packages),
    step: versionStepOf(changes),
  };
}

/** The step of the version that changes amount to. */
export function versionStepOf(
  changes: readonly Pick<TaskChange, "kind" | "tierBefore" | "tierAfter">[],
): VersionStep {
  if (changes.some(({ kind }) => kind === "removed" || kind === "changed")) return "major";
  const isMinor = changes.some(
    ({ kind, tierBefore, tierAfter }) => kind === "added" || tierBefore !== tierAfter,
  );
  if (isMinor) return "minor";
  return changes.length > 0 ? "patch" : "none";
}
