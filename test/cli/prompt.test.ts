/** `codergen prompt`: list, show with a document, compare versions, ask once. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { lineDiff } from "../../src/util/line-diff.ts";
import { codergen } from "../helpers/codergen.ts";
import { numberPage } from "../helpers/model-context.ts";
import { startScriptedServer } from "../helpers/scripted-server.ts";
import { scriptedField } from "../helpers/scripted-task.ts";
import { tempFolder } from "../helpers/temp-folder.ts";

async function documents(): Promise<string> {
  const path = join(await tempFolder(), "documents.jsonl");
  const rows = [7, 8].map((number) => JSON.stringify({ state: "accepted", document: numberPage(number) }));
  await writeFile(path, `${rows.join("\n")}\n`);
  return path;
}

describe("codergen prompt", () => {
  it("lists every prompt with its hash", async () => {
    const { stdout, code } = await codergen(["prompt", "list"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/generate\/tests\.v1 +[0-9a-f]{12} {2}Three test cases.*\(requirement, imports/);
  });

  it("shows a prompt with a document in it, and marks what is not given", async () => {
    const path = await documents();
    const { stdout } = await codergen(["prompt", "show", "generate/requirement", "--document", `${path}#2`]);
    expect(stdout).toContain("Name: add-8");
    expect(stdout).toMatch(/\[system\][\s\S]*<data-[0-9a-f]{12}>/);
    expect((await codergen(["prompt", "show", "generate/tests"])).stdout).toContain(
      "Requirement: ‹requirement›",
    );
    const missing = await codergen(["prompt", "show", "generate/requirement", "--document", `${path}#9`]);
    expect(missing).toMatchObject({ code: 2, stderr: expect.stringContaining("has 2 lines") });
  });

  it("compares two versions", async () => {
    const folder = await tempFolder();
    await mkdir(join(folder, "generate"));
    const file = (version: number, line: string) =>
      `---\nid: generate/sample\nversion: ${version}\ndescription: A sample.\ninputs: {}\noutput: null\n---\n## system\nYou write.\n\n## user\n${line}\nDone.\n`;
    await writeFile(join(folder, "generate/sample.v1.md"), file(1, "Be brief."));
    await writeFile(join(folder, "generate/sample.v2.md"), file(2, "Be exact."));
    const words = ["prompt", "diff", "generate/sample.v1", "generate/sample.v2", "--prompts", folder];
    const { stdout } = await codergen(words);
    expect(stdout.split("\n").filter((line) => /^[-+]/.test(line))).toEqual(["- Be brief.", "+ Be exact."]);
  });

  it("asks a model once and shows outcome and fields", async () => {
    const server = await startScriptedServer({
      fill: scriptedField,
      fault: ({ messages }) => (JSON.stringify(messages).includes("add-8") ? "refused" : null),
    });
    onTestFinished(() => server.close());
    const words = ["prompt", "test", "generate/requirement", "--from", await documents()];
    const env = { CODERGEN_CACHE_DIR: await tempFolder() };
    const model = ["--model", "scripted", "--base-url", server.baseUrl];
    const { stdout, code } = await codergen([...words, ...model], { env });
    expect(stdout).toContain("jsonl:add-7: complete (scripted, 1 calls, cost unknown)");
    expect(stdout).toContain("Add 7 to a whole number and return the sum.");
    expect(stdout).toContain("jsonl:add-8: refused");
    expect(code).toBe(4);
    const incomplete = await codergen(["prompt", "test", "generate/tests", ...model], { env });
    expect(incomplete).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("needs requirement, imports, signature, name"),
    });
  });

  it("every part of it has help with an example", async () => {
    for (const part of ["list", "show", "diff", "test"]) {
      const { stdout, code } = await codergen(["prompt", part, "--help"]);
      expect(code).toBe(0);
      expect(stdout).toMatch(/Examples?:\n {2}\$ codergen prompt/);
    }
  });
});

describe("lineDiff", () => {
  it("keeps what is common and says what went and came", () => {
    expect(lineDiff("a\nb\nc", "a\nx\nc\nd").map(({ mark, text }) => mark + text)).toEqual([
      " a",
      "-b",
      "+x",
      " c",
      "+d",
    ]);
    expect(lineDiff("same", "same")).toEqual([{ mark: " ", text: "same" }]);
  });
});
