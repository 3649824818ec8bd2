/** What batches were sent, on disk before they are paid for: a killed run finds them again. */
import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { writeJsonAtomic } from "./atomic-file.ts";
import { makeFolder } from "./make-folder.ts";

const batchRecordSchema = z.strictObject({
  /** Our own name of it, which the provider keeps as metadata. */
  id: z.string(),
  keys: z.array(z.string()),
  /** The provider's name; null while nobody knows whether the provider took it. */
  batchId: z.string().nullable(),
});
export type BatchRecord = z.infer<typeof batchRecordSchema>;

export class BatchRecords {
  constructor(private readonly folder: string) {}

  async all(): Promise<BatchRecord[]> {
    await makeFolder(this.folder);
    const names = (await readdir(this.folder)).filter((name) => name.endsWith(".json")).sort();
    const records: BatchRecord[] = [];
    for (const name of names) {
      const text = await readFile(join(this.folder, name), "utf8");
      records.push(batchRecordSchema.parse(JSON.parse(text)));
    }
    return records;
  }

  async put(record: BatchRecord): Promise<void> {
    await makeFolder(this.folder);
    await writeJsonAtomic(this.pathOf(record), record);
  }

  async drop(record: BatchRecord): Promise<void> {
    await rm(this.pathOf(record), { force: true });
  }

  private pathOf({ id }: BatchRecord): string {
    return join(this.folder, `${id}.json`);
  }
}
