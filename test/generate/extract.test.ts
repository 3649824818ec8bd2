import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createEnvironmentManager, createSandbox } from "../../sandbox/index.ts";
import type { GenerateContext } from "../../src/contracts/generator.ts";
import { limitsSchema, type Sandbox } from "../../src/contracts/sandbox.ts";
import type { GenerateRecord, Task } from "../../src/contracts/task.ts";
import { generators } from "../../src/generate/index.ts";
import { loadPython, type Python } from "../../src/python/index.ts";
import { parseTask, renderTask, staticGate, toProgram } from "../../src/task/index.ts";
import { documentOf, type Given } from "./document.ts";

const cacheDir = mkdtempSync(join(tmpdir(), "extract-"));
let python: Python;
let sandbox: Sandbox;
let context: GenerateContext;
beforeAll(async () => {
  python = await loadPython();
  sandbox = await createSandbox({ backend: "auto", workers: 2 }).catch(() => {
    console.log('no isolation on this machine: the generator is tested with the sandbox "none"');
    return createSandbox({ backend: "none", workers: 2 });
  });
  const environments = await createEnvironmentManager({ cacheDir });
  const limits = limitsSchema.parse({});
  context = {
    sandbox,
    environments,
    limits,
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

const generate = (given: Given): Promise<GenerateRecord> =>
  generators.extract.generate(documentOf(given, python), context);

async function taskOf(given: Given): Promise<Task> {
  const record = await generate(given);
  const [task] = record.tasks;
  if (task === undefined) throw new Error(`${record.reason}: ${record.detail}`);
  return task;
}

async function verdicts(task: Task): Promise<{ verdicts: string[]; vacuous: string[] }> {
  const report = await sandbox.verify(await context.environments.resolve(task.requirements), {
    kind: "verify",
    program: toProgram(task),
    cases: task.cases.map(({ kind, name }) => ({ kind, name })),
    stubs: true,
    hashSeed: 5,
    limits: context.limits,
  });
  return {
    verdicts: report.cases.map(({ verdict }) => verdict),
    vacuous: report.cases.flatMap(({ name, vacuousUnder }) => (vacuousUnder.length > 0 ? [name] : [])),
  };
}

const ALL = { verdicts: ["passed", "passed", "passed"], vacuous: [] };

describe("tasks", () => {
  test.each<[string, Given]>([
    [
      "a number, documented exception",
      {
        name: "statistics.mean",
        parameters: ["data"],
        raises: ["StatisticsError"],
        doctest: ">>> mean([1, 2, 3, 4, 4])\n2.8\n>>> mean([2.5, 3.5])\n3.0",
      },
    ],
    [
      "a truth value",
      { name: "str.isalpha", module: "builtins", doctest: ">>> text = 'abc'\n>>> text.isalpha()\nTrue" },
    ],
    ["zero", { name: "operator.sub", parameters: ["a", "b"], doctest: ">>> sub(3, 3)\n0" }],
    [
      "text",
      {
        name: "textwrap.shorten",
        parameters: ["text", "width"],
        doctest: ">>> shorten(\"Hello  world!\", width=12)\n'Hello world!'",
      },
    ],
    [
      "the input's own type",
      {
        name: "builtins.sorted",
        module: "builtins",
        doctest: ">>> values = [3, 1, 2]\n>>> sorted(values)\n[1, 2, 3]",
      },
    ],
    [
      "a class",
      {
        name: "collections.Counter",
        kind: "class",
        doctest: ">>> c = Counter('abcdeabcdabcaba')\n>>> c.most_common(3)\n[('a', 5), ('b', 4), ('c', 3)]",
      },
    ],
    [
      "a fraction",
      {
        name: "fractions.Fraction",
        kind: "class",
        doctest: ">>> Fraction('3.1415926535897932').limit_denominator(1000)\nFraction(355, 113)",
      },
    ],
    [
      "a dictionary by a script",
      {
        name: "json.loads",
        parameters: ["s"],
        script: "import json\n\ntext = '{\"a\": [1, 2]}'\njson.loads(text)\n",
      },
    ],
  ])("%s", async (_, given) => {
    const task = await taskOf(given);
    expect(staticGate(task, python)).toEqual([]);
    expect(parseTask(renderTask(task).text, python)).toEqual(task);
    expect(await verdicts(task)).toEqual(ALL);
  });

  test("documented exceptions come before invalid types, and their class is imported", async () => {
    const task = await taskOf({
      name: "statistics.mean",
      parameters: ["data"],
      raises: ["StatisticsError"],
      doctest: ">>> mean([1, 2, 3, 4, 4])\n2.8",
    });
    const edge = task.cases.find(({ kind }) => kind === "edge");
    expect(edge?.origin).toBe("documented-exception");
    expect(edge?.code).toContain("except StatisticsError");
    expect(task.imports).toContain("from statistics import StatisticsError");
    expect(task.instruction).toContain("StatisticsError");
    expect(task.instruction).not.toContain("return mean(");
  });

  test("a value nobody documents is recorded", async () => {
    const task = await taskOf({
      name: "math.sqrt",
      script: "import math\n\nnumber = 2\nroot = math.sqrt(number)\n",
    });
    expect(task.cases.find(({ kind }) => kind === "correctness")?.origin).toBe("recorded");
    expect((await verdicts(task)).verdicts).toEqual(ALL.verdicts);
  });
});

describe("rejections", () => {
  test.each<[Given, string]>([
    [{ name: "statistics.mean", doctest: ">>> data = [1, 2]\n>>> mean(data)\n7" }, "output-differs"],
    [
      { name: "statistics.mean", doctest: ">>> data = [1, 2]\n>>> mean(data).nothing\n7" },
      "example-does-not-run",
    ],
    [{ name: "random.random", doctest: ">>> n = 3\n>>> n * random()\n" }, "not-deterministic"],
    [
      { name: "difflib.Differ", kind: "class", doctest: ">>> text = 'a b'\n>>> text.split()\n['a', 'b']" },
      "api-not-used",
    ],
    [{ name: "os.getcwd", doctest: ">>> getcwd()\n'/'" }, "no-parameter"],
    [{ name: "m.f", doctest: ">>> for x in 'ab':\n...     print(x)\na\nb" }, "prints-only"],
    [
      {
        name: "typing.get_origin",
        doctest: ">>> from typing import get_origin\n>>> text = 'x'\n>>> str(get_origin(text))\n'None'",
      },
      "nothing-raises",
    ],
    [{ name: "requests.get", script: "import requests\nurl = 'x'\nrequests.get(url).text" }, "needs-network"],
    [
      { name: "builtins.open", module: "builtins", script: "path = 'x.txt'\nopen(path).read()" },
      "needs-asset",
    ],
  ])("%#: $1", async (given, reason) => {
    const record = await generate(given);
    expect(record).toMatchObject({ state: "rejected", reason, tasks: [] });
    expect(record.detail).not.toBeNull();
  });

  test("a document without code", async () => {
    const document = { ...documentOf({ name: "m.f", doctest: ">>> f(1)\n2" }, python), examples: [] };
    expect(await generators.extract.generate(document, context)).toMatchObject({ reason: "no-example-code" });
  });
});
