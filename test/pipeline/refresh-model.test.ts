/** A refresh with a scripted model: it mends what rotted, and it is away for a while. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { refreshSummarySchema } from "../../src/index.ts";
import { codergen } from "../helpers/codergen.ts";
import { done, json, recordsOf } from "../helpers/run-folders.ts";
import { type ChatBody, startScriptedServer } from "../helpers/scripted-server.ts";
import { tempFolderForSuite } from "../helpers/temp-folder.ts";
import { startTinyIndex, type TinyIndex } from "../helpers/tiny-index.ts";
import { firstRelease, secondRelease } from "../helpers/two-releases.ts";

const folder = tempFolderForSuite();
const at = (...parts: string[]): string => join(folder(), ...parts);
const task = (name: string): string => `pydoc_codergentiny__${name}`;
let index: TinyIndex;

const run = (words: readonly string[]) =>
  codergen(words, { env: { ...index.variables, CODERGEN_CACHE_DIR: at("cache") } });

beforeAll(async () => {
  index = await startTinyIndex(folder());
  index.add(firstRelease);
  const words = ["build", "--source", "pydoc", "--package", "codergentiny", "--name", "tiny"];
  done(await run([...words, "--out", at("one")]));
  index.add(secondRelease);
}, 300_000);
afterAll(() => index.close());

describe("a refresh whose model is away", () => {
  it("leaves what needs it open, and goes on when it is back", { timeout: 300_000 }, async () => {
    const server = await startScriptedServer({ reject: () => ({ status: 503, error: { message: "away" } }) });
    const words = ["refresh", at("one"), "--out", at("open"), "--generator", "single", "--rounds", "0"];
    const model = ["--model", "scripted", "--base-url", server.baseUrl];
    try {
      const first = await run([...words, ...model]);
      expect(first.code, first.stderr).toBe(4);
      const open = refreshSummarySchema.parse(json(at("open", "refresh.json")));
      expect(open).toMatchObject({ tasksBefore: 7, ungraded: 3, version: "1.0.0", step: "none" });
      server.plan.reject = () => null;
      done(await run([...words, ...model]));
    } finally {
      await server.close();
    }
    const summary = refreshSummarySchema.parse(json(at("open", "refresh.json")));
    expect(summary).toMatchObject({ tasksBefore: 7, ungraded: 0, version: "2.0.0", states: { kept: 1 } });
    // the scripted answers are no programs: documents that changed keep the tasks they had
    expect(recordsOf(at("open")).get(task("join"))).toMatchObject({ state: "rotten", document: "changed" });
  });
});

describe("a rotten task that an agent mends", () => {
  it("is repaired: its program is another, its tests are the same", { timeout: 300_000 }, async () => {
    const mended =
      "from codergentiny import scale\n\n\ndef compute_scale(values: list[int], factor: int) -> list[int]:\n" +
      '    """Multiplies every value.\n\n    Args:\n        values (list[int]): The values.\n        factor (int): The factor.\n\n' +
      "    Returns:\n        list[int]: The products.\n\n    Raises:\n        TypeError: If values is None.\n" +
      '    """\n    return [value - 1 for value in scale(values, factor)]';
    const fill = (field: string, body: ChatBody): string => {
      if (field !== "code") return "- The result is one too large: subtract it.";
      return JSON.stringify(body.messages).includes("compute_scale")
        ? mended
        : "def nothing():\n    return None";
    };
    const server = await startScriptedServer({ fill });
    const model = ["--model", "scripted", "--base-url", server.baseUrl, "--generator", "extract"];
    const words = ["refresh", at("one"), "--out", at("mended"), "--repair", "codergen", "--rounds", "1"];
    try {
      done(await run([...words, ...model]));
    } finally {
      await server.close();
    }
    const records = recordsOf(at("mended"));
    expect(records.get(task("scale"))).toMatchObject({
      state: "repaired",
      cause: "changed-output",
      tierAfter: "verified",
      fields: expect.arrayContaining(["function"]),
    });
    expect(records.get(task("repeat"))?.state).toBe("rotten");
    const file = readFileSync(at("mended", "tasks", `${task("scale")}.py`), "utf8");
    expect(file).toContain("value - 1 for value in scale(values, factor)");
    expect(file).toContain("assert compute_scale([1, 2, 3], 2) == [2, 4, 6]");
    const summary = refreshSummarySchema.parse(json(at("mended", "refresh.json")));
    expect(summary).toMatchObject({ states: { repaired: 1, rotten: 3 }, replaced: { "changed-output": 1 } });
  });
});
