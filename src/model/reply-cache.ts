/**
 * Answers by content: the same question to the same server is asked once. Raw answers are kept, parsing is outside;
 * only answers whose outcome is "complete" are put in. Where they lie is the adapter's business.
 */
import { hashValue } from "../util/hash.ts";
import type { CallAnswer, CallRequest } from "./model-call.ts";

export interface ReplyCache {
  get(key: string): Promise<CallAnswer | null>;
  /** Resolved when a kill can no longer lose it. */
  put(key: string, answer: CallAnswer): Promise<void>;
}

/** The key of a call: server, model, messages, format, protocol, sampling, sample index. */
export function cacheKey(address: string, request: CallRequest, sampleIndex: number): string {
  return hashValue({ version: 1, address, request, sampleIndex });
}
