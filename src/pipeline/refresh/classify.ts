/** What became of one task: its verdict of then, that of today in the versions of then, and that of today in today's. */
import type { Environment } from "../../contracts/environment.ts";
import type { CaseResult, VerifyRecord } from "../../contracts/execution.ts";
import type { RefreshRecord, RotCause } from "../../contracts/refresh.ts";
import type { Task } from "../../contracts/task.ts";
import { lockChanges } from "../dataset/lock-changes.ts";
import { type Rot, rotCauseOf } from "./rot-cause.ts";

/** A task verified again. */
export interface Reverified {
  /** With today's pins. */
  readonly task: Task;
  readonly before: { readonly record: VerifyRecord; readonly environment: Environment };
  readonly now: { readonly record: VerifyRecord; readonly environment: Environment };
  /** In the environment of then; null when that is today's too, or cannot be had any more. */
  readonly locked: VerifyRecord | null;
  readonly lockedState: "restored" | "same-versions" | "not-restored";
}

export type Health = Pick<
  RefreshRecord,
  "cause" | "detail" | "evidence" | "versions" | "pythonBefore" | "pythonAfter" | "locked"
>;

/** Why a task does not work as it did, `cause: null` when it does. */
export function healthOf(reverified: Reverified): Health {
  const { task, before, now, locked, lockedState } = reverified;
  const broken = brokenCases(before.record, now.record);
  const facts = {
    versions: lockChanges(before.environment.lock, now.environment.lock, task.requirements),
    pythonBefore: before.environment.pythonVersion,
    pythonAfter: now.environment.pythonVersion,
    locked:
      lockedState === "restored"
        ? locked !== null && brokenCases(before.record, locked).length > 0
          ? ("failed" as const)
          : ("passed" as const)
        : lockedState,
  };
  if (broken.length === 0) return { ...facts, cause: null, detail: null, evidence: null };
  const rot = rotCauseOf(task, now.record, broken);
  const cause = settledCause(reverified, broken, rot);
  const evidence = rot?.evidence ?? null;
  const known = now.environment.lock.length > 0;
  return {
    ...facts,
    versions: known ? facts.versions : [],
    cause,
    evidence,
    detail: sentence(cause, evidence, { ...facts, versions: known ? facts.versions : [] }),
  };
}

/** Why a task is in no tier though cases of it may pass; stands in `notVerified`. */
export const ROTTEN = "rotten";

/** Cases that passed and do not any more. A task that was rotten already is well again when all of them pass. */
export function brokenCases(
  before: Pick<VerifyRecord, "cases" | "notVerified">,
  now: Pick<VerifyRecord, "cases">,
): CaseResult[] {
  if (before.notVerified.includes(ROTTEN)) return now.cases.filter(({ verdict }) => verdict !== "passed");
  const passed = new Set(before.cases.filter(({ verdict }) => verdict === "passed").map(({ name }) => name));
  return now.cases.filter(({ name, verdict }) => passed.has(name) && verdict !== "passed");
}

/** What failed cases say goes by the table, unless they fail for reasons that the table cannot see. */
function settledCause(
  { before, now, locked, lockedState }: Reverified,
  broken: readonly CaseResult[],
  rot: Rot | null,
): RotCause {
  const told = rot?.cause ?? "other";
  if (now.environment.state === "install-failed") return "install";
  if (broken.some(({ name }) => now.record.flakyCases.includes(name))) return "flaky";
  if (told === "missing-asset") return told;
  const sameRun =
    lockedState === "same-versions" || (locked !== null && failsAlike(before.record, locked, broken));
  return sameRun ? "environment" : told;
}

/** The versions of then do not help: something beside the packages has changed. */
function failsAlike(before: VerifyRecord, locked: VerifyRecord, broken: readonly CaseResult[]): boolean {
  const names = new Set(brokenCases(before, locked).map(({ name }) => name));
  return broken.some(({ name }) => names.has(name));
}

const REASONS: Readonly<Record<RotCause, string>> = {
  "removed-api": "What it uses is not there any more",
  "changed-signature": "A call is not accepted any more",
  "changed-exception": "A call raises what it did not raise, or no more what it did",
  "changed-output": "A call gives another result",
  "missing-asset": "A file, model or data set cannot be had",
  install: "Its requirements cannot be installed",
  environment: "It fails with the versions of then too: something beside the packages has changed",
  resource: "It needs more time or memory than it may",
  flaky: "It passes and fails by turns",
  other: "It fails, and the failure does not say why",
};

const SHOWN_PACKAGES = 3;

function sentence(
  cause: RotCause,
  evidence: Health["evidence"],
  { versions, locked }: Pick<Health, "versions" | "locked">,
): string {
  const moved = versions
    .slice(0, SHOWN_PACKAGES)
    .map(({ name, before, after }) => `${name} ${before ?? "none"} → ${after ?? "none"}`);
  const rest = versions.length - moved.length;
  const between = rest > 0 ? `${moved.join(", ")} and ${rest} more` : moved.join(", ");
  const told = evidence === null ? "" : `: ${evidence.message.replaceAll(/\s*\n\s*/g, " ")}`;
  const versionText = between === "" ? "" : ` (${between})`;
  const unsure =
    locked === "not-restored" ? "; the versions of then cannot be had, so they were not tried" : "";
  return `${REASONS[cause]}${versionText}${told}${unsure}`;
}
