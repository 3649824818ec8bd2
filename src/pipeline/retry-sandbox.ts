/** A broken sandbox is tried again, then given up on for now; it is never taken for a fault of the program. */
import { setTimeout as sleep } from "node:timers/promises";
import { ToolkitError } from "../errors.ts";

const ATTEMPTS = 3;
const FIRST_WAIT_MS = 250;

/** The sandbox failed every time; the record stays open. */
export class SandboxGaveUp extends Error {
  override readonly name = "SandboxGaveUp";
}

/** Calls `work` up to three times while it throws `sandbox-failure`; other errors pass through. */
export async function retrySandbox<Result>(
  work: () => Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ToolkitError) || error.code !== "sandbox-failure") throw error;
      if (attempt === ATTEMPTS) throw new SandboxGaveUp(error.message, { cause: error });
      await sleep(FIRST_WAIT_MS * 4 ** (attempt - 1), undefined, { signal });
    }
  }
}
