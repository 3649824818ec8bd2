/** What users stumbled over: mistakes that were silent, or told late, or told in the words of a machine. */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readFrontMatter } from "../../scrapers/markdown/front-matter.ts";
import { codergen, jsonLines } from "../helpers/codergen.ts";
import { tinyProblems, writeRows } from "../helpers/evaluation.ts";
import { tempFolder, tempFolderForSuite } from "../helpers/temp-folder.ts";

const SOLVED = tinyProblems.map((problem) => ({
  task_id: problem.task_id,
  solution: problem.prompt + problem.canonical_solution,
}));
const LOCAL = ["--sandbox", "none", "--no-stubs"];

describe("evaluate", () => {
  it("looks for the samples before it runs anything", async () => {
    const folder = await tempFolder();
    const dataset = await writeRows(join(folder, "tiny.jsonl"), tinyProblems);
    const out = join(folder, "out");
    const words = ["evaluate", dataset, "--samples", join(folder, "no.jsonl"), "--out", out, ...LOCAL];
    const { code, stderr } = await codergen(words);
    expect(code).toBe(2);
    expect(stderr).toContain("there is no file");
    expect(existsSync(out)).toBe(false);
  });

  it("names the lines that are no samples, and says a second time that all were graded before", async () => {
    const folder = await tempFolder();
    const dataset = await writeRows(join(folder, "tiny.jsonl"), tinyProblems);
    const [first, second, third] = SOLVED;
    const lines = [
      first ?? {},
      "",
      "no JSON",
      { task_id: "Other/1", solution: "x" },
      second ?? {},
      third ?? {},
    ];
    const samples = await writeRows(join(folder, "samples.jsonl"), [...lines, first ?? {}]);
    const words = ["evaluate", dataset, "--samples", samples, "--out", join(folder, "out"), ...LOCAL];
    const once = await codergen(words);
    expect(once.stdout).toContain("line 3: no JSON object with task_id, and solution or completion");
    expect(once.stdout).toContain("line 4: its task_id is none of this dataset");
    const again = await codergen(words);
    expect(again.stderr).toContain("samples: 0 now; 4 were graded before");
    expect(again.stdout).toContain("as graded");
  });
});

describe("leaderboard --compare", () => {
  const folder = tempFolderForSuite();

  it("prints a table, and JSON where that is asked for", async () => {
    const dataset = await writeRows(join(folder(), "tiny.jsonl"), tinyProblems);
    const out = join(folder(), "out");
    const good = await writeRows(join(folder(), "good.jsonl"), SOLVED);
    const bad = await writeRows(
      join(folder(), "bad.jsonl"),
      SOLVED.map((sample, place) =>
        place === 0 ? { ...sample, solution: "def area(radius):\n    return 0\n" } : sample,
      ),
    );
    for (const samples of [good, bad])
      await codergen(["evaluate", dataset, "--samples", samples, "--out", out, ...LOCAL]);
    const table = await codergen(["leaderboard", out, "--compare", "good,bad"]);
    expect(table.stdout).toContain("│ good");
    expect(table.stdout).toContain("bad − good: -33.3");
    expect(table.stdout).toContain("solved by good alone: 1\n  Tiny/0");
    const json = await codergen(["leaderboard", out, "--compare", "good,bad", "--json"]);
    expect(jsonLines(json)[0]).toMatchObject({ first: "good", onlyFirst: ["Tiny/0"] });
  });
});

describe("build", () => {
  it("refuses a flag of another source, with the flags that this one takes", async () => {
    const words = ["build", "--source", "pydoc", "--package", "bisect", "--depth", "3", "--out", "/nowhere"];
    const { code, stderr } = await codergen(words);
    expect(code).toBe(2);
    expect(stderr).toContain("--depth means nothing for the source pydoc");
    expect(stderr).toContain("pydoc takes --package, --include, --exclude, --limit");
  });

  it("takes a flag that one of several sources takes", async () => {
    const words = ["build", "--source", "pydoc", "--source", "docs", "--package", "bisect", "--depth", "1"];
    const { stderr } = await codergen([...words, "--dry-run", "--json"], { cwd: await tempFolder() });
    expect(stderr).not.toContain("means nothing");
  });
});

describe("what stands twice", () => {
  it("in the header of a CSV file, or among --columns, is an error", async () => {
    const folder = await tempFolder();
    writeFileSync(join(folder, "pages.csv"), "title,text,title\na,b,c\n");
    const words = ["scrape", "csv", "--from", join(folder, "pages.csv")];
    const doubled = await codergen([...words, "--columns", "name=title"]);
    expect(doubled.code).toBe(2);
    expect(doubled.stderr).toContain('more than one column named "title"');
    const mapped = await codergen([...words, "--columns", "name=title", "--columns", "name=text"]);
    expect(mapped.code).toBe(2);
    expect(mapped.stderr).toContain("name is given twice");
  });

  it("in the front matter of somebody's card is said", () => {
    const { metadata, warnings } = readFrontMatter("---\nlicense: mit\ntags: [a]\nlicense: gpl\n---\ntext\n");
    expect(metadata["license"]).toBe("gpl");
    expect(warnings).toEqual(['front matter: the key "license" stands more than once; the last one counts']);
  });

  it("in codergen.yaml is an error with its line", async () => {
    const folder = await tempFolder();
    writeFileSync(join(folder, "c.yaml"), "workers: 1\nworkers: 2\n");
    const { code, stderr } = await codergen(["build", "--config", join(folder, "c.yaml")]);
    expect(code).toBe(2);
    expect(stderr).toContain("c.yaml:2:1");
  });

  it("in a prompt's front matter is an error that names the file", async () => {
    const folder = await tempFolder();
    mkdirSync(join(folder, "evaluate"));
    writeFileSync(
      join(folder, "evaluate/chat.v1.md"),
      "---\nid: evaluate/chat\nversion: 1\nversion: 2\ndescription: x\ninputs: {}\noutput: null\n---\n## system\nx\n\n## user\ny\n",
    );
    const { code, stderr } = await codergen(["prompt", "show", "evaluate/chat", "--prompts", folder]);
    expect(code).toBe(2);
    expect(stderr).toContain("front matter is no YAML");
  });
});

describe("--dry-run", () => {
  const folder = tempFolderForSuite();

  it("of generate and verify lists what is open, and changes nothing", async () => {
    const out = join(folder(), "run");
    const cache = ["--cache-dir", join(folder(), "cache"), "--sandbox", "none"];
    await codergen(["scrape", "pydoc", "--package", "bisect", "--out", out, ...cache]);
    const generate = await codergen(["generate", "--out", out, "--dry-run", "--json"]);
    expect(generate.code, generate.stderr).toBe(0);
    expect(jsonLines(generate)).toContainEqual({ type: "would-generate", documentId: "pydoc:bisect.bisect" });
    expect(jsonLines(generate).at(-1)).toMatchObject({ type: "dry-run", documents: 4, done: 0, open: 4 });
    expect(existsSync(join(out, "tasks"))).toBe(false);
    const early = await codergen(["verify", "--out", out, "--dry-run"]);
    expect(early.code).toBe(2);
    expect(early.stderr).toContain("no finished generate stage");
    await codergen(["generate", "--out", out, ...cache]);
    const verify = await codergen(["verify", "--out", out, "--dry-run"]);
    expect(verify.code, verify.stderr).toBe(0);
    expect(verify.stderr).toMatch(/(\d+) of \1 tasks would be run, 0 are done; nothing was run or installed/);
    const done = await codergen(["generate", "--out", out, "--dry-run"]);
    expect(done.stderr).toContain("0 of 4 documents would be read");
  });

  it("of generate with a model says what it will cost, and asks nobody", async () => {
    const out = join(folder(), "other");
    await codergen(["scrape", "pydoc", "--package", "bisect", "--out", out]);
    const { code, stdout } = await codergen([
      "generate",
      "--out",
      out,
      "--model",
      "gpt-4.1-mini",
      "--dry-run",
    ]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/gpt-4\.1-mini: .* calls, .*\$/);
  });
});
