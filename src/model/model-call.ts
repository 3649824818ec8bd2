/** Port inside the model layer: one exchange with a server, without policy. Adapters are in `src/io/`. */
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
   * @throws Throttled, Interrupted (scheduling repeats them), CallTimedOut, FormatUnsupported, ToolkitError
   * `unauthorized`, `usage` (no such model), `input-invalid` (the server rejects the request).
   */
  call(request: CallRequest, signal: AbortSignal): Promise<CallAnswer>;
}

/** The server does not take function calls, or JSON schemas. */
export class FormatUnsupported extends Error {
  override readonly name = "FormatUnsupported";
}

/** No answer within the time a call may take. */
export class CallTimedOut extends Error {
  override readonly name = "CallTimedOut";
}
