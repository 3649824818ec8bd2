/** What a refresh left in a run's folder: counts, and a record a task. */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import {
  type RefreshRecord,
  refreshRecordSchema,
  type RefreshSummary,
  refreshSummarySchema,
} from "../contracts/refresh.ts";
import { textLines } from "./dataset-rows.ts";

/** Most records that a page shows of what does not work any more. */
const MOST = 500;

export interface RefreshFacts {
  readonly summary: RefreshSummary;
  /** Records of tasks that are not simply kept or new, at most the first 500. */
  readonly notable: readonly RefreshRecord[];
}

/** Null when the run is no refresh, or not at its end. */
export async function readRefresh(folder: string): Promise<RefreshFacts | null> {
  const path = join(folder, "refresh.json");
  if (!existsSync(path)) return null;
  const summary = refreshSummarySchema.parse(JSON.parse(await readFile(path, "utf8")));
  const notable: RefreshRecord[] = [];
  for await (const record of refreshRecords(folder)) {
    if (record.state === "kept" || record.state === "new") continue;
    if (notable.push(record) === MOST) break;
  }
  return { summary, notable };
}

/** The records of a refresh; none while it is not at its end. */
export async function* refreshRecords(folder: string): AsyncGenerator<RefreshRecord> {
  const path = join(folder, "refresh.jsonl");
  if (!existsSync(path)) return;
  for await (const line of textLines(path)) yield refreshRecordSchema.parse(JSON.parse(line));
}
