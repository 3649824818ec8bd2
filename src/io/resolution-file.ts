/** Versions that requirement sets were resolved to, in a file: work that is started again goes on with them. */
import { z } from "zod";
import type { ResolutionRecord } from "../contracts/environment.ts";
import { hashValue } from "../util/hash.ts";
import { Journal } from "./journal.ts";

const resolutionSchema = z.strictObject({
  key: z.string(),
  requirements: z.array(z.string()),
  lock: z.array(z.string()),
});

export interface ResolutionFile extends ResolutionRecord {
  close(): Promise<void>;
}

/** Opens `path`, which ends in ".jsonl". */
export async function openResolutionFile(path: string): Promise<ResolutionFile> {
  const journal = await Journal.open(path, resolutionSchema, ({ key }) => key);
  return {
    get: async (requirements) => (await journal.get(hashValue([...requirements])))?.lock ?? null,
    put: async (requirements, lock) => {
      await journal.append({
        key: hashValue([...requirements]),
        requirements: [...requirements],
        lock: [...lock],
      });
    },
    close: () => journal.close(),
  };
}
