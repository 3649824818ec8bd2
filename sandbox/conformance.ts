/**
 * The conformance suite: what every sandbox must do, as named checks that run on any backend. It ships
 * with the toolkit, so that `doctor` and a new backend can use it. Exceptions are part of the contract: a
 * check a backend need not pass is listed here with the reason.
 */
import { type ConformanceCheck } from "./conformance/check.ts";
import { forgeryChecks } from "./conformance/forgeries.ts";
import { isolationChecks } from "./conformance/isolation.ts";
import { limitChecks } from "./conformance/limits.ts";
import { observationChecks } from "./conformance/observations.ts";
import { serviceChecks } from "./conformance/service.ts";
import { verdictChecks } from "./conformance/verdicts.ts";

export type { ConformanceCheck } from "./conformance/check.ts";

/** Every check, in the order in which they are best read. */
export const conformanceChecks: readonly ConformanceCheck[] = [
  ...verdictChecks,
  ...forgeryChecks,
  ...limitChecks,
  ...isolationChecks,
  ...observationChecks,
  ...serviceChecks,
];

const NOT_ISOLATED = "the backend isolates nothing, by design";

/** Why `backend` need not pass a check; null when it must. */
export function conformanceException(backend: string, check: string): string | null {
  const isolation = isolationChecks.some(({ name }) => name === check);
  return backend === "none" && isolation ? NOT_ISOLATED : null;
}
