import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { acquireRunLock } from "../../src/io/run-lock.ts";
import { tempFolder } from "../helpers/temp-folder.ts";

describe("acquireRunLock", () => {
  it("refuses a second holder and says who has it", async () => {
    const folder = await tempFolder();
    const lock = await acquireRunLock(folder);
    await expect(acquireRunLock(folder)).rejects.toMatchObject({
      code: "run-conflict",
      message: expect.stringContaining(String(process.pid)),
      hint: expect.stringContaining("--out"),
    });
    await lock.release();
    await (await acquireRunLock(folder)).release();
  });

  it.each([
    ["a process that is gone", JSON.stringify({ pid: 2 ** 22 + 1, started: "1" })],
    ["a process id that was given out again", JSON.stringify({ pid: process.pid, started: "1" })],
    ["a half-written file", '{"pid": 1'],
  ])("takes over from %s", async (_name, content) => {
    const folder = await tempFolder();
    await writeFile(join(folder, ".lock"), content);
    await (await acquireRunLock(folder)).release();
  });
});
