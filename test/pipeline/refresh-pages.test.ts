/** A refresh of pages in a folder: requirements without versions, pages that change, go and come. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { environmentSchema, refreshSummarySchema } from "../../src/index.ts";
import { codergen } from "../helpers/codergen.ts";
import { done, json, recordsOf } from "../helpers/run-folders.ts";
import { tempFolderForSuite } from "../helpers/temp-folder.ts";
import { startTinyIndex, type TinyIndex } from "../helpers/tiny-index.ts";
import { firstRelease, secondRelease } from "../helpers/two-releases.ts";

const folder = tempFolderForSuite();
const at = (...parts: string[]): string => join(folder(), ...parts);
let index: TinyIndex;

const run = (words: readonly string[]) =>
  codergen(words, { env: { ...index.variables, CODERGEN_CACHE_DIR: at("cache") } });

/** A page whose example prints a value. */
function writePage(name: string, call: string, value: string, words = "What it does."): void {
  const used = /^\w+/.exec(call)?.[0] ?? "";
  const example = `>>> from codergentiny import ${used}\n>>> ${call}\n${value}`;
  writeFileSync(at("pages", `${name}.md`), `# ${name}\n\n${words}\n\n\`\`\`pycon\n${example}\n\`\`\`\n`);
}

beforeAll(async () => {
  mkdirSync(at("pages"));
  index = await startTinyIndex(folder());
  index.add(firstRelease);
  writePage("area", "area(3, 4)", "12");
  writePage("scale", "scale([1, 2, 3], 2)", "[2, 4, 6]");
  writePage("half", "half(8)", "4");
  writePage("perimeter", "perimeter(3, 4)", "14");
  const words = ["build", "--source", "docs", "--from", at("pages"), "--name", "pages", "--out", at("one")];
  done(await run(words));
  index.add(secondRelease);
}, 300_000);
afterAll(() => index.close());

describe("pages of a folder, and packages without versions", () => {
  it("are refreshed with what the index has now, whatever the cache holds", {
    timeout: 200_000,
  }, async () => {
    rmSync(at("pages", "half.md"));
    writePage("area", "area(6, 7)", "42", "What it covers.");
    writePage("volume", "volume(2, 3, 4)", "24");
    done(await run(["refresh", at("one"), "--out", at("two")]));
    const records = [...recordsOf(at("two")).values()];
    expect(records.map(({ documentId, state, cause }) => [documentId, state, cause])).toEqual([
      [expect.stringContaining("area"), "changed", null],
      [expect.stringContaining("half"), "removed", null],
      [expect.stringContaining("perimeter"), "rotten", "removed-api"],
      [expect.stringContaining("scale"), "rotten", "changed-output"],
      [expect.stringContaining("volume"), "new", null],
    ]);
    const environments = readFileSync(at("two", "environments.jsonl"), "utf8").trim().split("\n");
    for (const line of environments)
      expect(environmentSchema.parse(JSON.parse(line))).toMatchObject({
        requirements: ["codergentiny"],
        lock: ["codergentiny==2.0"],
      });
  });

  it("stay with --upgrade NAME==VERSION where that says", { timeout: 200_000 }, async () => {
    done(await run(["refresh", at("one"), "--out", at("held"), "--upgrade", "codergentiny==1.0"]));
    const { states, step } = refreshSummarySchema.parse(json(at("held", "refresh.json")));
    expect(states).toMatchObject({ kept: 2, changed: 1, rotten: 0, removed: 1 });
    expect(step).toBe("major");
    const held = readFileSync(at("held", "export", "jsonl", "any.jsonl"), "utf8");
    expect(held).toContain('"requirements":["codergentiny==1.0"]');
  });

  it("rot by the install where a release needs what cannot be had", { timeout: 200_000 }, async () => {
    index.add({ ...secondRelease, version: "3.0", requires: ["codergen-is-nowhere-to-be-had>=1"] });
    done(await run(["refresh", at("one"), "--out", at("three"), "--upgrade", "codergentiny==3.0"]));
    index.remove("codergentiny", "3.0");
    const scale = [...recordsOf(at("three")).values()].find(({ documentId }) => documentId.includes("scale"));
    expect(scale).toMatchObject({ state: "rotten", cause: "install", locked: "passed", versions: [] });
    expect(scale?.detail).toContain("codergen-is-nowhere-to-be-had");
  });
});
