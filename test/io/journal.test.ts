import { appendFile, readFile, truncate } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { Journal } from "../../src/io/journal.ts";
import { tempFolder } from "../helpers/temp-folder.ts";

const schema = z.strictObject({ id: z.string(), value: z.string() });
type Row = z.infer<typeof schema>;

const openRows = (folder: string): Promise<Journal<Row>> =>
  Journal.open(join(folder, "rows.jsonl"), schema, ({ id }) => id);

async function all(journal: Journal<Row>): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const row of journal.records()) rows.push(row);
  return rows;
}

describe("Journal", () => {
  it("gives back what was appended, also after reopening", async () => {
    const folder = await tempFolder();
    const journal = await openRows(folder);
    await Promise.all(["b", "a"].map((id) => journal.append({ id, value: `zażółć ${id}\n` })));
    expect(await journal.get("a")).toEqual({ id: "a", value: "zażółć a\n" });
    await journal.close();
    const again = await openRows(folder);
    expect(again.size).toBe(2);
    expect(await again.get("b")).toEqual({ id: "b", value: "zażółć b\n" });
    await again.close();
  });

  it("drops a line that a kill cut short, at whatever byte, and keeps every line before it", async () => {
    const folder = await tempFolder();
    const path = join(folder, "rows.partial.jsonl");
    const journal = await openRows(folder);
    for (const id of ["a", "b", "c"]) await journal.append({ id, value: "ä".repeat(5) });
    await journal.close();
    const whole = await readFile(path);
    const secondEnd = whole.indexOf(10, whole.indexOf(10) + 1) + 1;
    for (let length = whole.length - 1; length >= secondEnd; length--) {
      await truncate(path, length);
      const cut = await openRows(folder);
      expect([...cut.keys()]).toEqual(["a", "b"]);
      await cut.append({ id: "d", value: "after" });
      expect((await all(cut)).map(({ id }) => id)).toEqual(["a", "b", "d"]);
      await cut.close();
      await truncate(path, secondEnd);
      await appendFile(path, whole.subarray(secondEnd));
    }
  });

  it("seals in the order asked for, whatever the order of arrival", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.stringMatching(/^[a-z]{1,6}$/), { minLength: 1, maxLength: 12 }),
        async (ids) => {
          const folder = await tempFolder();
          const journal = await openRows(folder);
          for (const id of ids) await journal.append({ id, value: id });
          const order = [...ids].sort();
          await journal.seal(order);
          expect((await all(journal)).map(({ id }) => id)).toEqual(order);
          await journal.close();
          const again = await openRows(folder);
          expect(again.sealed).toBe(true);
          expect((await all(again)).map(({ id }) => id)).toEqual(order);
          await again.close();
        },
      ),
      { numRuns: 20 },
    );
  });

  it("lets a later record of the same key win", async () => {
    const folder = await tempFolder();
    const journal = await openRows(folder);
    await journal.append({ id: "a", value: "first" });
    await journal.append({ id: "a", value: "second" });
    await journal.close();
    const again = await openRows(folder);
    expect(await all(again)).toEqual([{ id: "a", value: "second" }]);
    await again.close();
  });

  it("refuses records after it was sealed", async () => {
    const journal = await openRows(await tempFolder());
    await journal.seal([]);
    await expect(journal.append({ id: "a", value: "" })).rejects.toThrow("sealed");
  });
});
