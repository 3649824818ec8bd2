/** What a failed call means: wait, try again, ask in another form, or stop. */
import { APIConnectionError, APIConnectionTimeoutError, APIError, APIUserAbortError } from "openai";
import { ToolkitError } from "../errors.ts";
import { type CallRequest, CallTimedOut, FormatUnsupported } from "../model/model-call.ts";
import { Interrupted, Throttled } from "../model/scheduler.ts";
import { askedDelayMs } from "./retry-delay.ts";

/** The failure of a call in the words of the model layer. */
export function translateError(error: unknown, request: CallRequest): unknown {
  if (error instanceof APIUserAbortError) return new DOMException("aborted", "AbortError");
  if (error instanceof APIConnectionTimeoutError) return new CallTimedOut("no answer in time");
  if (error instanceof APIConnectionError) return new Interrupted(`connection failed: ${error.message}`);
  if (!(error instanceof APIError)) {
    // a connection cut in the middle of an answer reaches us as a bare TypeError or SyntaxError
    return error instanceof TypeError || error instanceof SyntaxError
      ? new Interrupted(error.message)
      : error;
  }
  const status = error.status ?? 0;
  if (status === 429) return throttled(error);
  if (status >= 500 || status === 408 || status === 409)
    return new Interrupted(`the server answered ${status}`);
  if (status === 401 || status === 403) {
    return new ToolkitError("unauthorized", `the model's API refused the key: ${error.message}`, {
      hint: "Check OPENAI_API_KEY and the base URL.",
      cause: error,
    });
  }
  if (status === 404) {
    return new ToolkitError("usage", `the server has no model "${request.model}": ${error.message}`, {
      hint: "Check --model and --base-url; most servers list theirs at <base-url>/models.",
      cause: error,
    });
  }
  if (status === 402) return quotaUsedUp(error);
  const refused = refusedSetting(error);
  if (refused !== null) return refused;
  const rejected = new ToolkitError(
    "input-invalid",
    `the model's API rejected the request (${status}): ${error.message}`,
    {
      hint: "A prompt longer than the model's context is the usual reason.",
      cause: error,
    },
  );
  const plain = request.format === null || request.protocol === "tags";
  return plain || error.code === "context_length_exceeded" ? rejected : new FormatUnsupported(rejected);
}

/** A used-up quota does not come back by waiting. */
function throttled(error: APIError): unknown {
  if (error.code === "insufficient_quota") return quotaUsedUp(error);
  return new Throttled(askedDelayMs(Object.fromEntries(error.headers ?? []), Date.now()));
}

function quotaUsedUp(error: APIError): ToolkitError {
  return new ToolkitError("budget-exhausted", "the account's quota at the provider is used up", {
    hint: "Everything finished is kept; raise the quota and start again.",
    cause: error,
  });
}

const SETTINGS: Readonly<Record<string, string>> = {
  temperature: "temperature",
  top_p: "topP",
  seed: "seed",
};

/** Models that reason take no temperature but their own; that is the user's decision, not ours. */
function refusedSetting(error: APIError): ToolkitError | null {
  if (error.code !== "unsupported_value" && error.code !== "unsupported_parameter") return null;
  const setting = SETTINGS[error.param ?? ""];
  if (setting === undefined) return null;
  return new ToolkitError("usage", `the model does not take this ${setting}: ${error.message}`, {
    hint: `Set model.sampling.${setting} to null in codergen.yaml: the model's own is used then.`,
    cause: error,
  });
}
