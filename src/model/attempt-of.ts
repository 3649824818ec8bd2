/** A model's answer as the attempt that is kept of it, before anything was checked. */
import type { Attempt } from "../contracts/attempt.ts";
import type { ModelReply } from "../contracts/model.ts";

/** What was asked. */
export type Asked = Pick<Attempt, "role" | "piece" | "round" | "promptId" | "promptHash" | "feedback">;

export function attemptOf(reply: ModelReply, asked: Asked): Attempt {
  const { outcome, detail, text, model, usage, calls, costUsd, fromCache } = reply;
  const result = outcome === "complete" ? "kept" : "not-usable";
  return { ...asked, model, outcome, detail, text, result, problems: [], usage, calls, costUsd, fromCache };
}
