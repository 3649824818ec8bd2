/** `compose`: pairs of tasks become one, run in the real sandbox. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createEnvironmentManager, createSandbox } from "../../sandbox/index.ts";
import { pairsOf } from "../../scrapers/tasks/pairs.ts";
import { parsePair } from "../../scrapers/tasks/parse.ts";
import type { GenerateContext } from "../../src/contracts/generator.ts";
import { limitsSchema, type Sandbox } from "../../src/contracts/sandbox.ts";
import type { GenerateRecord } from "../../src/contracts/task.ts";
import type { TaskRow } from "../../src/contracts/task-row.ts";
import { generators } from "../../src/generate/index.ts";
import { loadPython } from "../../src/python/index.ts";
import { staticGate } from "../../src/task/index.ts";
import { sampleRow } from "../helpers/sample-row.ts";

const cacheDir = mkdtempSync(join(tmpdir(), "compose-"));
let sandbox: Sandbox;
let context: GenerateContext;
beforeAll(async () => {
  sandbox = await createSandbox({ backend: "auto", workers: 2 }).catch(() => {
    console.log('no isolation on this machine: the generator is tested with the sandbox "none"');
    return createSandbox({ backend: "none", workers: 2 });
  });
  context = {
    sandbox,
    environments: await createEnvironmentManager({ cacheDir }),
    limits: limitsSchema.parse({}),
    toolkitVersion: "0.0.0",
    signal: new AbortController().signal,
    models: null,
    exemplars: () => [],
  };
});
afterAll(async () => {
  await sandbox.close();
  rmSync(cacheDir, { recursive: true, force: true });
});

/** A task `name(value)` with a test that calls it. */
function parent(name: string, body: string, tests: string, more: Partial<TaskRow> = {}): TaskRow {
  return sampleRow({
    task_id: `task_${name}`,
    document_id: `pydoc:m.${name}`,
    function_name: name,
    instruction: `Write a function \`${name}(value)\`.`,
    imports: "",
    function: `def ${name}(value: list[int]):\n    """Does it."""\n    ${body}`,
    tests: `def test_${name}_correctness():\n    ${tests}`,
    ...more,
  });
}

const total = parent("total", "return sum(value)", "assert total([3, 4, 12]) == 19");
const largest = parent("largest", "return max(value)", "value = [30, 50]\n    assert largest(value) == 50");
const shout = parent("shout", "return value.upper()", 'assert shout("abc") == "ABC"');
const twice = parent("twice", "return value * 2", 'assert twice("no") == "nono"');
const doubled = parent("doubled", "return [2 * one for one in value]", "assert doubled([5, 6]) == [10, 12]");

async function composed(first: TaskRow, second: TaskRow, seed = 1): Promise<GenerateRecord> {
  const bytes = Buffer.from(JSON.stringify({ pair: [first, second], seed }));
  const input = `${first.task_id}+${second.task_id}`;
  const page = { input, url: null, revision: null, etag: null, bytes, metadata: {} };
  const { document } = await parsePair(page);
  if (document === null) throw new Error("no document");
  return generators.compose.generate(document, context);
}

async function taskOf(first: TaskRow, second: TaskRow, seed?: number) {
  const record = await composed(first, second, seed);
  const [task] = record.tasks;
  if (task === undefined) throw new Error(`${record.reason}: ${record.detail}`);
  return task;
}

describe("compose", () => {
  it("joins numbers by an operator with the seed's constants, and takes expected values from running it", async () => {
    const task = await taskOf(total, largest);
    const [, factor, more] = /return (\d) \* first \+ second \+ (\d)$/.exec(task.functionCode) ?? [];
    const value = Number(factor) * 19 + 50 + Number(more);
    expect(task.cases.at(-1)?.code).toContain(`combine_total_with_largest([3, 4, 12], [30, 50]) == ${value}`);
    expect(task.instruction).toContain(
      `returns ${factor} times the first result, plus the second result, plus ${more}`,
    );
    expect(task.instruction).toContain("> Write a function `total(value)`.");
    expect(task.provenance.arguments).toMatchObject({
      parents: ["task_total", "task_largest"],
      documents: ["pydoc:m.total", "pydoc:m.largest"],
    });
    expect(staticGate(task, await loadPython())).toEqual([]);
    expect(await taskOf(total, largest)).toEqual(task);
    const others = await Promise.all([2, 3, 4].map((seed) => taskOf(total, largest, seed)));
    expect(others.some(({ functionCode }) => functionCode !== task.functionCode)).toBe(true);
  });

  it("gives the first's result to the second where that works", async () => {
    const task = await taskOf(doubled, total);
    expect(task.functionCode).toMatch(/return _total\(_doubled\(value\)\)$/);
    expect(task.cases.at(-1)?.code).toContain("combine_total_of_doubled([5, 6]) == 22");
    expect((await taskOf(shout, twice)).cases.at(-1)?.code).toContain("(\"abc\") == 'ABCABC'");
  });

  it("tells parameters of one name apart, and follows recursion and imports", async () => {
    const steps = parent(
      "steps",
      "return 0 if value < 2 else 1 + steps(value // 2)",
      "assert steps(40) == 5",
    );
    const root = parent("root", "", "assert root(81, 2) == 11", {
      imports: "import math",
      function: "def root(value: int, more: int) -> int:\n    return math.isqrt(value) + more",
    });
    const task = await taskOf(steps, root);
    expect(task.functionCode).toContain(
      "def combine_steps_with_root(first_value: list[int], second_value: int, more: int)",
    );
    expect(task.functionCode).toContain("1 + _steps(value // 2)");
    expect(task.imports).toBe("import math");
  });

  it.each([
    ["no-operator", parent("none", "return None", "assert none([1]) is None"), total],
    ["no-plain-call", parent("lost", "return 1", "assert lost(open) == 1"), total],
    [
      "names-collide",
      parent("one", "return m.sqrt(value)", "assert one(4) == 2.0", { imports: "import math as m" }),
      parent("two", "return m.sqrt(value)", "assert two(4) == 2.0", { imports: "import cmath as m" }),
    ],
  ])("says why a pair gives no task: %s", async (reason, first, second) => {
    expect(await composed(first, second)).toMatchObject({ state: "rejected", reason, tasks: [] });
  });
});

describe("pairs", () => {
  const rows = fc.array(fc.record({ document: fc.nat(6), licence: fc.nat(1), name: fc.nat(6) }), {
    maxLength: 30,
  });

  it("have each task once at most, are the same for one seed, and join what may be joined", () => {
    fc.assert(
      fc.property(rows, fc.nat(), (list, seed) => {
        const parents = list.map(({ document, licence, name }, place) =>
          sampleRow({
            task_id: `t${place}`,
            document_id: `d${document}`,
            licence: `l${licence}`,
            function_name: `f${name}`,
          }),
        );
        const pairs = pairsOf(parents, seed);
        const ids = pairs.flat().map(({ task_id }) => task_id);
        expect(new Set(ids).size).toBe(ids.length);
        expect(pairsOf(parents.toReversed(), seed)).toEqual(pairs);
        for (const [a, b] of pairs) {
          expect(a.licence).toBe(b.licence);
          expect(a.document_id).not.toBe(b.document_id);
          expect(a.function_name).not.toBe(b.function_name);
        }
      }),
    );
  });
});
