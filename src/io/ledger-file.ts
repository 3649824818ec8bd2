/** The ledger as a file of one JSON line a paid call. A last line that a kill cut off is dropped. */
import { appendFile, readFile, truncate } from "node:fs/promises";
import { dirname } from "node:path";
import { type Ledger, type PaidCall, paidCallSchema } from "../model/ledger.ts";
import { makeFolder } from "./make-folder.ts";

/** Opens the ledger at `path`; the folder is made on the first call. */
export async function openLedgerFile(path: string): Promise<Ledger> {
  const paid = await readPaid(path);
  const earlier = new Map(paid.map((call) => [call.key, call]));
  let spentUsd = paid.reduce((sum, { costUsd }) => sum + (costUsd ?? 0), 0);
  let writing: Promise<void> = makeFolder(dirname(path)).then(() => undefined);
  return {
    get spentUsd() {
      return spentUsd;
    },
    earlier: (key) => earlier.get(key) ?? null,
    note(call) {
      spentUsd += call.costUsd ?? 0;
      writing = writing.then(() => appendFile(path, `${JSON.stringify(call)}\n`));
      return writing;
    },
  };
}

/** All paid calls of a ledger; empty when there is none. */
export async function readPaid(path: string): Promise<PaidCall[]> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
  const whole = text.slice(0, text.lastIndexOf("\n") + 1);
  if (whole.length < text.length) await truncate(path, Buffer.byteLength(whole));
  return whole
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => paidCallSchema.parse(JSON.parse(line)));
}
