import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { domains } from "../../src/contracts/document.ts";
import { taskSchema, type Task } from "../../src/contracts/task.ts";
import { loadPython, type Python } from "../../src/python/index.ts";
import { assembleTask, parseTask, renderTask, taskIdOf, toProgram } from "../../src/task/index.ts";
import { doublingTask } from "./doubling-task.ts";

let python: Python;
const folder = mkdtempSync(join(tmpdir(), "task-file-"));
beforeAll(async () => {
  python = await loadPython();
});
afterAll(() => rmSync(folder, { recursive: true }));

describe("round trip", () => {
  test("the example", () => {
    const task = doublingTask();
    expect(parseTask(renderTask(task).text, python)).toEqual(task);
  });

  test("any task, and the same with CRLF line ends and a byte order mark", () => {
    fc.assert(
      fc.property(anyTask(), (task) => {
        const { text } = renderTask(task);
        expect(parseTask(text, python)).toEqual(task);
        expect(parseTask(`\uFEFF${text.replaceAll("\n", "\r\n")}`, python)).toEqual(task);
      }),
    );
  });

  test("a dependency list over several lines is read", () => {
    const { text } = renderTask({ ...doublingTask(), requirements: ["a", "b>=1"] });
    const spread = text.replace(
      'dependencies = ["a", "b>=1"]',
      'dependencies = [\n#     "a",\n#     "b>=1",\n# ]',
    );
    expect(parseTask(spread, python).requirements).toEqual(["a", "b>=1"]);
  });

  test("lines are those of the file", () => {
    const { text, firstLines } = renderTask(doublingTask());
    const lines = text.split("\n");
    expect(lines[firstLines.imports - 1]).toBe("import math");
    expect(lines[firstLines.function - 1]).toBe("def double(number: int) -> int:");
    expect(lines[firstLines.tests - 1]).toBe("_TWO = 2");
    const program = toProgram(doublingTask());
    expect(program.tests.code.split("\n").at(-1)).toBe(
      lines[firstLines.tests - 1 + program.tests.code.split("\n").length - 1],
    );
  });

  test("code that would begin a cell is refused", () => {
    expect(() => renderTask({ ...doublingTask(), testSetup: "x = '''\n# %% run\n'''" })).toThrow(
      /begins a cell/,
    );
  });

  test("a file that is no task file is refused with a hint", () => {
    expect(() => parseTask("print(1)\n", python)).toThrow(/no cell/);
    const { text } = renderTask(doublingTask());
    expect(() => parseTask(text.replace("# /// codergen", "# /// other"), python)).toThrow(/codergen/);
    expect(() => parseTask(text.replaceAll("test_double_edge", "test_other"), python)).not.toThrow();
    expect(() => parseTask(text.replace("def test_double_edge", "def test_other"), python)).toThrow(
      /test_double_edge/,
    );
  });
});

describe("run by hand", () => {
  const hasPytest = spawnSync("python3", ["-m", "pytest", "--version"]).status === 0;
  const run = (task: Task, args: string[]): { status: number | null; stdout: string } => {
    const file = join(folder, `${task.id}.py`);
    writeFileSync(file, renderTask(task).text);
    const { status, stdout } = spawnSync("python3", [...args, file], { encoding: "utf8", cwd: folder });
    return { status, stdout };
  };

  test("prints the protocol and leaves with 0 when all cases pass", () => {
    const { status, stdout } = run(doublingTask(), []);
    expect(status).toBe(0);
    expect(stdout.split("\n")).toEqual([
      "Testing started.",
      ...[1, 2, 3].flatMap((number) => [`Testing case [${number}/3] started.`, "succeeded"]),
      "Testing finished.",
      "",
    ]);
  });

  test("a failing case is told and the others still run", () => {
    const task = doublingTask();
    const { status, stdout } = run({ ...task, functionCode: task.functionCode.replace("* 2", "* 3") }, []);
    expect(status).toBe(1);
    expect(stdout.match(/succeeded|failed/g)).toEqual(["failed", "succeeded", "failed"]);
  });

  test.skipIf(!hasPytest)("pytest gives the same verdicts", () => {
    const task = doublingTask();
    expect(run(task, ["-m", "pytest", "-q"]).stdout).toMatch(/3 passed/);
    const broken = { ...task, functionCode: task.functionCode.replace("* 2", "* 3") };
    expect(run(broken, ["-m", "pytest", "-q"]).stdout).toMatch(/2 failed, 1 passed/);
  });
  if (!hasPytest) console.log("skipped: pytest is not installed, so its verdicts are not compared");

  test("the install cell names what is missing only", () => {
    const task = { ...doublingTask(), requirements: ["no-such-distribution-here==1"] };
    const { text } = renderTask(task);
    expect(text).toContain('("no-such-distribution-here", "no-such-distribution-here==1"),');
    expect(() =>
      execFileSync("python3", ["-c", `compile(${JSON.stringify(text)}, 'f', 'exec')`]),
    ).not.toThrow();
  });
});

test("task ids are file names and tell documents apart", () => {
  expect(taskIdOf("pydoc:statistics.mean")).toBe("pydoc_statistics__mean");
  expect(taskIdOf("huggingface:a/b")).toMatch(/^huggingface_a_b_[0-9a-f]{8}$/);
  expect(taskIdOf("huggingface:a/b")).not.toBe(taskIdOf("huggingface:a_b"));
  fc.assert(
    fc.property(fc.string(), (id) => {
      expect(taskIdOf(id)).toMatch(/^[A-Za-z]\w*$/);
    }),
  );
});

function anyTask(): fc.Arbitrary<Task> {
  const text = fc.string({ unit: "grapheme", maxLength: 30 }).map((words) => words.replaceAll(/[\r\0]/g, ""));
  const lines = fc.array(text, { maxLength: 4 }).map((parts) => parts.join("\n"));
  const code = lines.map((words) => `# ${words.replaceAll("\n", "\n# ")}\nx = ${JSON.stringify(words)}`);
  const name = fc.stringMatching(/^[a-z][a-z0-9_]{0,8}$/);
  const cases = fc
    .uniqueArray(fc.tuple(name, code), { selector: ([first]) => first, maxLength: 4 })
    .map((parts) =>
      parts.map(([suffix, body], index) => ({
        kind: (["normal", "edge", "correctness"] as const)[index % 3] ?? "normal",
        name: `test_${suffix}`,
        code: `def test_${suffix}():\n    """${suffix}"""\n    ${body.replaceAll("\n", "\n    ")}`,
        origin: "imported" as const,
      })),
    );
  return fc
    .record({
      id: fc.stringMatching(/^[A-Za-z]\w{0,10}$/),
      documentId: text,
      source: text,
      url: fc.option(text),
      licence: fc.option(text),
      domain: fc.constantFrom(...domains),
      instruction: lines,
      requirements: fc.uniqueArray(text),
      requiresPython: fc.constantFrom(">=3.10", ">=3.8,<4"),
      imports: code,
      functionName: name,
      functionCode: code,
      testSetup: code,
      cases,
      provenance: fc.record({
        method: text,
        toolkitVersion: text,
        arguments: fc.dictionary(name, fc.oneof(text, fc.integer(), fc.array(text))),
      }),
    })
    .map((task) => assembleTask(taskSchema.parse(task)));
}
