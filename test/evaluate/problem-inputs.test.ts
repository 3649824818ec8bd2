/** Inputs that other evaluators get wrong, by their ids in the list of problem inputs. */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { evaluateOptionsSchema, type SampleRecord } from "../../src/index.ts";
import { atKOf } from "../../src/evaluate/at-k.ts";
import { emptySums } from "../../src/evaluate/success-rates.ts";
import { codergen } from "../helpers/codergen.ts";
import { evaluateAll, recordsOf, tinyProblems, writeRows } from "../helpers/evaluation.ts";
import { tempFolder } from "../helpers/temp-folder.ts";

async function scene(samples: readonly (object | string)[]) {
  const folder = await tempFolder();
  const dataset = await writeRows(join(folder, "tiny.jsonl"), tinyProblems);
  const file = await writeRows(join(folder, "samples.jsonl"), samples);
  const out = join(folder, "out");
  return { dataset, samples: file, out };
}

const right = { task_id: "Tiny/1", solution: "def longest(words):\n    return max(words, key=len)\n" };

describe("T27: a reply that is not bare code", () => {
  it.each([
    ["prose and a fence", `Here's the function:\n\n\`\`\`python\n${right.solution}\`\`\`\nIt uses \`max\`.`],
    ["an unclosed fence", `\`\`\`python\n${right.solution}`],
    ["prose without a fence", `Sure, this is it.\n\n${right.solution}\nI hope this helps.`],
    [
      "the type hint without its import",
      "```python\ndef longest(words: List[str]) -> str:\n    return max(words, key=len)\n```",
    ],
  ])("%s", async (_name, solution) => {
    const { summary } = await evaluateAll({
      ...(await scene([{ task_id: "Tiny/1", solution }])),
      stubs: false,
    });
    expect(summary.rates.srAll.value).toBe(1);
  });

  it.each([
    ["a body", "    return max(words, key=len)\n"],
    ["a body and more functions after it", "    return max(words, key=len)\n\n\ndef other(:\n    pass\n"],
    ["a body without indentation", "return max(words, key=len)\n"],
    ["the whole function in a fence", "```python\ndef longest(words):\n    return max(words, key=len)\n```"],
  ])("as a completion: %s", async (_name, completion) => {
    const { summary } = await evaluateAll({
      ...(await scene([{ task_id: "Tiny/1", completion }])),
      stubs: false,
    });
    expect(summary.rates.srAll.value).toBe(1);
  });
});

describe("forged passes", () => {
  it("T48: an object that is equal to everything fails", async () => {
    const solution =
      "class Any(str):\n    def __eq__(self, other):\n        return True\n    __hash__ = str.__hash__\n\n\ndef longest(words):\n    return Any()\n";
    const { summary } = await evaluateAll(await scene([{ task_id: "Tiny/1", solution }]));
    expect(summary.rates.srAny.value).toBe(0);
  });

  it("T51: a skip is no pass", async () => {
    const solution = "import unittest\n\n\ndef longest(words):\n    raise unittest.SkipTest('later')\n";
    const { summary } = await evaluateAll(await scene([{ task_id: "Tiny/1", solution }]));
    expect(summary.rates.srAny.value).toBe(0);
    expect(summary.doubts.skippedCases).toBe(1);
  });
});

describe("T55: the same id with other content", () => {
  it("is graded again, and the same content is not", async () => {
    const input = await scene([
      { task_id: "Tiny/1", solution: "def longest(words):\n    return words[0]\n" },
    ]);
    const first = await evaluateAll(input);
    expect(first.summary.rates.srAll.value).toBe(0);
    await writeRows(input.samples, [right]);
    const second = await evaluateAll(input);
    expect(second.summary.rates.srAll.value).toBe(1);
    expect(second.events.filter(({ type }) => type === "sample-graded")).toHaveLength(1);
    const third = await evaluateAll(input);
    expect(third.summary).toEqual(second.summary);
    expect(third.events.filter(({ type }) => type === "sample-graded")).toHaveLength(0);
  });
});

describe("pass@k", () => {
  const task = (graded: number, passedAll: number) => ({ ...emptySums(`t${passedAll}`), graded, passedAll });

  it("T57: with k above the samples it is undefined, not 1", () => {
    const [found] = atKOf([task(2, 0)], [5]);
    expect(found).toMatchObject({
      k: 5,
      passAtK: { value: null },
      passHatK: { value: null },
      undefinedTasks: 1,
    });
  });

  it("T59: one sample for each of 164 tasks gives no pass@10", () => {
    const tasks = Array.from({ length: 164 }, (_, index) => task(1, index < 50 ? 1 : 0));
    const [one, ten] = atKOf(tasks, [1, 10]);
    expect(one?.passAtK.value).toBeCloseTo(50 / 164, 12);
    expect(ten).toMatchObject({ passAtK: { value: null }, definedTasks: 0, undefinedTasks: 164 });
  });

  it('T61: "1,5", [1, 5] and 1 are accepted', () => {
    const passK = (value: unknown) =>
      evaluateOptionsSchema.parse({ dataset: "d", passK: value as number[] }).passK;
    expect(passK("1,5")).toEqual([1, 5]);
    expect(passK([1, 5])).toEqual([1, 5]);
    expect(passK(1)).toEqual([1]);
    expect(() => passK("1,x")).toThrow();
    expect(() => passK(0)).toThrow();
  });

  it("T61: a k that cannot be had is reported, not left out", async () => {
    const { dataset, samples, out } = await scene([right]);
    const words = ["evaluate", dataset, "--samples", samples, "--out", out, "--pass-k", "1,5", "--no-stubs"];
    const { stdout, code } = await codergen(words);
    expect(stdout).toContain("pass@5 undefined, pass^5 undefined: fewer than 5 graded samples a task");
    expect(code).toBe(0);
  });
});

describe("T62: what is not graded", () => {
  it("gives no score and another exit code", async () => {
    const { dataset, samples, out } = await scene([{ task_id: "Nowhere/1", solution: "" }, "{not json"]);
    const words = ["evaluate", dataset, "--samples", samples, "--out", out, "--json", "--no-stubs"];
    const { stdout, code } = await codergen(words);
    expect(code).toBe(4);
    const last = JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as { summary: unknown };
    expect(last.summary).toMatchObject({
      rates: { samples: 0, srAll: { value: null }, srAny: { value: null } },
      samples: { graded: 0, unusable: 2, unusableReasons: { "unknown-task": 1, "invalid-sample": 1 } },
    });
    const text = await codergen(words.filter((word) => word !== "--json"));
    expect(text.stdout).toContain("no score: nothing was graded");
  });

  it("does not count among the failures", async () => {
    const { summary } = await evaluateAll(await scene([right, "{not json"]));
    expect(summary.rates).toMatchObject({ samples: 1, srAll: { value: 1 } });
  });
});

describe("what is shown beside the score", () => {
  it("keeps environment faults and stub-accepting cases apart", async () => {
    const input = await scene([
      right,
      { task_id: "Tiny/0", solution: "import no_such_module_here\n\n\ndef area(radius):\n    return 0\n" },
      { task_id: "Tiny/2", solution: "def nothing(value):\n    return None\n" },
    ]);
    const { summary } = await evaluateAll(input);
    expect(summary.rates.srAll.value).toBeCloseTo(2 / 3, 12);
    expect(summary.doubts).toMatchObject({
      environmentFaults: 1,
      environmentFaultCodes: { "missing-module": 1 },
      vacuousPasses: 1,
      passesOnVacuousOnly: 1,
    });
    expect(summary.withoutEnvironmentFaults).toMatchObject({ samples: 2, srAll: { value: 1 } });
    expect(summary.withoutVacuousCases).toMatchObject({ samples: 2, srAll: { value: 0.5 } });
    expect(summary.withoutBoth).toMatchObject({ samples: 1, srAll: { value: 1 } });
    expect(recordsOf<SampleRecord>(input.out, "samples").map(({ taskId }) => taskId)).toEqual([
      "Tiny/1",
      "Tiny/0",
      "Tiny/2",
    ]);
  });
});
