/** The two files of a batch: what is asked, one line a call, and what came back. */
import { z } from "zod";

/** One answer or failure; `body` is what the API would have sent. */
export interface BatchLine {
  readonly status: number;
  readonly body: unknown;
}

/** A call as a line of the input file; `key` comes back with its answer. */
export function inputLine(key: string, body: unknown): string {
  return `${JSON.stringify({ custom_id: key, method: "POST", url: "/v1/chat/completions", body })}\n`;
}

const outputLineSchema = z.looseObject({
  custom_id: z.string(),
  response: z.looseObject({ status_code: z.int(), body: z.unknown() }).nullish(),
});

/** Lines of output and error files by key; a line without a response (expired) is left out. */
export function readOutput(texts: readonly string[]): Map<string, BatchLine> {
  const lines = new Map<string, BatchLine>();
  for (const line of texts.flatMap((text) => text.split("\n"))) {
    if (line.trim() === "") continue;
    const { custom_id: key, response } = outputLineSchema.parse(JSON.parse(line));
    if (response) lines.set(key, { status: response.status_code, body: response.body });
  }
  return lines;
}
