/** A folder that cannot be made is an error, not an endless wait. */
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ToolkitError } from "../../src/index.ts";
import { writeFileAtomic } from "../../src/io/atomic-file.ts";
import { makeFolder, makeFolderSync } from "../../src/io/make-folder.ts";
import { codergen } from "../helpers/codergen.ts";
import { tempFolder } from "../helpers/temp-folder.ts";

const caught = (work: Promise<unknown>) => work.catch((error: unknown) => error);

describe("a folder", () => {
  it("is made with all above it, also by several at a time", async () => {
    const folder = join(await tempFolder(), "a/b/c");
    await Promise.all([makeFolder(folder), makeFolder(join(folder, "d")), makeFolder(folder)]);
    makeFolderSync(join(folder, "e/f"));
    expect(existsSync(join(folder, "d"))).toBe(true);
    expect(existsSync(join(folder, "e/f"))).toBe(true);
  });

  it("that no file system takes, or that a file stands for, is an error", async () => {
    const file = join(await tempFolder(), "file");
    writeFileSync(file, "");
    for (const place of ["/proc/x", "/proc/x/y", file, join(file, "below")]) {
      expect(await caught(makeFolder(place))).toMatchObject({ code: "input-invalid" });
      expect(() => makeFolderSync(place)).toThrow(ToolkitError);
    }
    expect(await caught(writeFileAtomic("/proc/x", ""))).toMatchObject({ code: "input-invalid" });
  });
});

describe("--out and its like", () => {
  it.each([
    ["scrape", "pydoc", "--package", "bisect", "--out", "/proc/x"],
    ["build", "--source", "pydoc", "--package", "bisect", "--out", "/proc"],
    ["build", "--source", "pydoc", "--package", "bisect", "--out", "/dev/null"],
  ])("%s %s %s %s %s %s", async (...words) => {
    const { code, stderr } = await codergen(words);
    expect(stderr).toMatch(/cannot (make the folder|write to) \/(proc|dev)/);
    expect(code).toBe(2);
  });
});
