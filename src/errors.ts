/**
 * The one error class of the toolkit. A message says what happened, `hint` what to do next, `cause` why.
 * Secrets are removed and long values cut when the error is made, so it can be printed or logged as it is.
 */
import { redactSecrets } from "./util/redact.ts";
import { truncateMiddle } from "./util/truncate.ts";

/** Exit codes of the CLI: 0 done, 1 bug, 2 usage, 3 prerequisite, 4 some records failed or stayed ungraded, 130 interrupted. */
const EXIT_CODES = {
  usage: 2,
  "config-invalid": 2,
  "input-invalid": 2,
  "input-not-found": 2,
  "run-conflict": 2,
  "prerequisite-missing": 3,
  "package-not-found": 3,
  "install-failed": 3,
  "sandbox-unavailable": 3,
  unauthorized: 3,
  gated: 3,
  "not-found": 4,
  "rate-limited": 4,
  "http-failed": 4,
  "robots-disallowed": 4,
  "sandbox-failure": 4,
  "model-unavailable": 4,
  "budget-exhausted": 4,
  "records-failed": 4,
  interrupted: 130,
  internal: 1,
} as const;

export type ErrorCode = keyof typeof EXIT_CODES;

export interface ToolkitErrorOptions {
  /** What the person should do next, with the choices listed where there are some. */
  hint?: string;
  /** True when the same call may succeed later without any change. */
  retryable?: boolean;
  cause?: unknown;
  /** Values that are wrong, each by its place: the command line names its flag instead. */
  problems?: readonly PlacedProblem[];
}

/** A value that is wrong: its place ("model.baseUrl"), and what goes on from it ("must be …"). */
export interface PlacedProblem {
  readonly place: string;
  readonly problem: string;
}

const MAX_MESSAGE_CHARS = 2_000;

export class ToolkitError extends Error {
  readonly code: ErrorCode;
  readonly hint: string | null;
  readonly retryable: boolean;
  readonly problems: readonly PlacedProblem[];

  constructor(code: ErrorCode, message: string, options: ToolkitErrorOptions = {}) {
    super(truncateMiddle(redactSecrets(message), MAX_MESSAGE_CHARS), { cause: options.cause });
    this.name = "ToolkitError";
    this.code = code;
    this.hint = options.hint === undefined ? null : redactSecrets(options.hint);
    this.retryable = options.retryable ?? false;
    this.problems = (options.problems ?? []).map(({ place, problem }) => ({
      place,
      problem: redactSecrets(problem),
    }));
  }

  get exitCode(): number {
    return EXIT_CODES[this.code];
  }
}

/** The message of anything thrown, on one line, safe to print. */
export function describeError(error: unknown): string {
  const message = error instanceof Error ? error.message || error.name : String(error);
  return truncateMiddle(redactSecrets(message.replaceAll(/\s*\n\s*/g, " ")), MAX_MESSAGE_CHARS);
}
