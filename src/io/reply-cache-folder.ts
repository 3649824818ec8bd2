/** Answers as one JSON file each, in folders by the first two digits of the key; also the form of a recording. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { usageSchema } from "../contracts/model.ts";
import { ToolkitError } from "../errors.ts";
import type { CallAnswer } from "../model/model-call.ts";
import type { ReplyCache } from "../model/reply-cache.ts";
import { writeFileAtomic } from "./atomic-file.ts";

const answerSchema = z.strictObject({
  answer: z.strictObject({
    content: z.string().nullable(),
    refusal: z.string().nullable(),
    callArguments: z.string().nullable(),
    finishReason: z.string().nullable(),
    completionTokens: z.int(),
  }),
  usage: usageSchema,
  model: z.string(),
});

/** @param mode "replay": an answer that is not there is an error, and no server is ever asked. */
export function replyCacheFolder(folder: string, mode: "cache" | "replay" = "cache"): ReplyCache {
  const pathOf = (key: string): string => join(folder, key.slice(0, 2), `${key}.json`);
  return {
    async get(key) {
      const text = await readIfThere(pathOf(key));
      const answer = text === null ? null : parseAnswer(text);
      if (answer === null && mode === "replay") {
        throw new ToolkitError(
          "input-not-found",
          `the recording ${folder} has no answer for this request (${key.slice(0, 12)})`,
          {
            hint: "Prompts, model, sampling and documents must be those of the recording; record it again with --record.",
          },
        );
      }
      return answer;
    },
    put: (key, answer) => writeFileAtomic(pathOf(key), `${JSON.stringify(answer)}\n`),
  };
}

async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/** A damaged entry counts as none: the question is asked again. */
function parseAnswer(text: string): CallAnswer | null {
  try {
    return answerSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
