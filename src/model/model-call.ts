/** Port inside the model layer: one exchange with a server, without policy. Adapters are in `src/io/`. */
import type { ToolkitError } from "../errors.ts";
import type { ChatMessage, ReplyFormat, Sampling, Usage } from "../contracts/model.ts";
import type { RawAnswer } from "./outcome.ts";

/** How a formatted answer is asked for: by function call, by JSON schema, or as text in tags. */
export type Protocol = "call" | "json" | "tags";

export interface CallRequest {
  readonly model: string;
  readonly messages: readonly ChatMessage[];
  readonly format: ReplyFormat | null;
  readonly protocol: Protocol;
  readonly sampling: Sampling;
}

export interface CallAnswer {
  readonly answer: RawAnswer;
  readonly usage: Usage;
  /** The model's own name as the server gives it. */
  readonly model: string;
}

/** What a server answered or failed with; everything else is thrown as a ToolkitError. */
export interface ModelServer {
  /** Names the server in cache keys: equal requests to two servers are two requests. */
  readonly address: string;
  /**
   * @param key Names the call among all of a run: its place in the cache.
   * @throws Throttled, Interrupted (scheduling repeats them), CallTimedOut, FormatUnsupported, ToolkitError
   * `unauthorized`, `usage` (no such model), `input-invalid` (the server rejects the request).
   */
  call(request: CallRequest, signal: AbortSignal, key: string): Promise<CallAnswer>;
}

/**
 * The server rejected a request that asked for a function call or a JSON schema: it may not know them, or something
 * else is wrong with the request (`cause`).
 */
export class FormatUnsupported extends Error {
  override readonly name = "FormatUnsupported";

  constructor(override readonly cause: ToolkitError) {
    super(cause.message);
  }
}

/** No answer within the time a call may take. */
export class CallTimedOut extends Error {
  override readonly name = "CallTimedOut";
}
