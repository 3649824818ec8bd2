/** B1–B4: programs are run once, apart, with limits kept from outside. */
import { existsSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { cellCacheFolder } from "../../src/io/cell-cache-folder.ts";
import { passMatrix } from "../../src/pipeline/rank/pass-matrix.ts";
import { observe } from "../../src/pipeline/rank/observe.ts";
import { loadPython } from "../../src/python/index.ts";
import { hiddenTests } from "../../src/rank/hidden-tests.ts";
import { distinctCandidates, testsOf } from "../../src/rank/prepare-task.ts";
import { rankingContext, task } from "../helpers/ranking.ts";
import { tempFolder } from "../helpers/temp-folder.ts";

const context = rankingContext();
const double = task({
  reference: "def f(x):\n    return 2 * x\n",
  validation: [
    "def test_f():\n    assert f(5) == 10",
    "def check(candidate):\n    assert candidate(0) == 0\n",
  ],
});
const TESTS = ["assert f(1) == 2", "assert f(3) == 6", "assert f(2) == 4"];

async function run(codes: readonly string[], texts: readonly string[] = TESTS, of = double, more = {}) {
  const python = await loadPython();
  const candidates = distinctCandidates(codes, { dropInput: true });
  const tests = testsOf(python, of, texts, { asserts: "split" });
  return passMatrix(
    { task: of, candidates, tests, validation: hiddenTests(of) },
    { ...(await context()), ...more },
  );
}

describe("B1: hostile programs harm nobody", () => {
  const rest = "def f(x):\n    return 2 * x\n";
  test("hard exit, changed built-ins, a replaced judge: the others are judged as ever", async () => {
    const matrix = await run([
      "import os\ndef f(x):\n    os._exit(0)\n",
      "import builtins\nbuiltins.len = lambda x: 0\nbuiltins.AssertionError = ValueError\ndef f(x):\n    return 1\n",
      "import sys\nfor m in list(sys.modules.values()):\n    for n in ('run_case', 'grade_case', 'verify'):\n        try:\n            setattr(m, n, lambda *a, **k: {'verdict': 'passed'})\n        except Exception:\n            pass\ndef f(x):\n    return 1\n",
      "class Same:\n    def __eq__(self, other):\n        return True\ndef f(x):\n    return Same()\n",
      rest,
      "def f(x):\n    return x * x\n",
    ]);
    expect(matrix.rows.slice(0, 4).every((row) => !row.includes("P"))).toBe(true);
    expect(matrix.rows.slice(4)).toEqual(["PPP", "FFP"]);
    expect(matrix.reference).toBe("PPP");
    expect(matrix.validation.slice(4)).toEqual(["PP", "FP"]);
  });

  test("no file outside, no network", async () => {
    const folder = await tempFolder();
    let connections = 0;
    const server = createServer((socket) => {
      connections++;
      socket.end();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const writing = `open(${JSON.stringify(join(folder, "made.txt"))}, 'w').write('x')`;
    const calling = `import socket; socket.create_connection(('127.0.0.1', ${port}), 2)`;
    const tried = [writing, calling].map(
      (line) =>
        `def f(x):\n    try:\n        exec(${JSON.stringify(line)})\n    except Exception:\n        return -1\n    return 2 * x\n`,
    );
    const matrix = await run(tried);
    server.close();
    expect(matrix.rows[1]).toBe("FFF");
    expect(existsSync(join(folder, "made.txt"))).toBe(false);
    expect(connections).toBe(0);
  });
});

test("B2: time is an outcome of its own, and no program can swallow it", async () => {
  const swallowing =
    "def f(x):\n    while True:\n        try:\n            while True:\n                pass\n        except BaseException:\n            pass\n";
  const cancelling =
    "import signal\ndef f(x):\n    signal.alarm(0)\n    signal.signal(signal.SIGALRM, signal.SIG_IGN)\n    while True:\n        pass\n";
  const matrix = await run([swallowing, cancelling, "def f(x):\n    raise ValueError\n"], TESTS.slice(0, 1));
  expect(matrix.rows).toEqual(["T", "T", "E"]);
});

describe("B3, B4: every distinct pair once", () => {
  const codes = [
    "def f(x):\n    return x + x\n",
    "def f(x):\n    return x ** 2\n",
    "def f(x):\n    return 2\n",
  ];
  const [C, T, V] = [3, 3, 2]; // candidates, tests, hidden tests; the reference is one program more

  test("at most C·T + T + (C+1)·V programs are run, and none a second time", async () => {
    const cache = cellCacheFolder(await tempFolder());
    const again = (texts = TESTS) => run(codes, texts, double, { cache });
    const first = await again();
    expect(first.executions).toBe(C * T + T + (C + 1) * V);
    const second = await again();
    expect(second).toEqual({ ...first, executions: 0 });
    const more = await again([...TESTS, "assert f(9) == 18"]);
    expect(more.executions).toBe(C + 1);
  });

  test("equal programs and equal tests are one", async () => {
    const [first = ""] = codes;
    const many = [first, first, `${first}# other text`];
    const texts = ["assert f(7) == 14", "def test_f():\n    assert (f(7) == 14)"];
    const matrix = await run(many, texts, task());
    expect(matrix.executions).toBe(2);
    expect(matrix.rows).toEqual(["P", "P"]);
  });

  test("an endless candidate costs its limits once, not every round", async () => {
    const endless = ["def f(x):\n    while x < 100:\n        pass\n    return 2 * x\n"];
    expect((await run(endless, TESTS.slice(0, 2))).rows).toEqual(["TT"]);
    expect((await run(endless, TESTS.slice(0, 2))).executions).toBe(0);
  });

  test("a program that cannot be loaded is tried once", async () => {
    const matrix = await run(["def f(x) return 1\n"], TESTS, task());
    expect(matrix).toMatchObject({ rows: ["EEE"], executions: 1 });
  });

  test("an entry that is damaged is run again", async () => {
    const folder = await tempFolder();
    const cache = cellCacheFolder(folder);
    const again = () => run(codes.slice(0, 1), TESTS.slice(0, 1), task(), { cache });
    expect((await again()).executions).toBe(1);
    const [sub = ""] = await readdir(folder);
    const [name = ""] = await readdir(join(folder, sub));
    const path = join(folder, sub, name);
    expect(JSON.parse(await readFile(path, "utf8"))).toBeTypeOf("object");
    await writeFile(path, '{"half');
    expect((await again()).executions).toBe(1);
    expect((await again()).executions).toBe(0);
  });
});

test("B13: set-up code is honoured, and a function may be named check", async () => {
  const withSetup = task({ setup: "K = 21", functionName: "check_it" });
  const matrix = await run(["def check_it(x):\n    return 2 * x\n"], ["assert check_it(K) == 42"], withSetup);
  expect(matrix.rows).toEqual(["P"]);
});

test("helpers of two tests with one name do not meet", async () => {
  const helper = (value: number) =>
    `def wanted():\n    return ${value}\n\ndef test_f():\n    assert f(1) == wanted()`;
  const matrix = await run(["def f(x):\n    return 1\n"], [helper(1), helper(2)], task());
  expect(matrix.rows).toEqual(["PF"]);
});

test("B12: values are literals that are equal, or there is none", async () => {
  const python = await loadPython();
  const code = [
    "import datetime",
    "def f(x):",
    "    return [float('nan'), float('inf'), datetime.date(2020, 10, 11), {2, 1}, iter([1]), object(), 0.1 + 0.2, 'a\\'b'][x]",
  ].join("\n");
  const calls = Array.from({ length: 9 }, (_, place) => `assert f(${place}) == 0`);
  const tests = testsOf(python, task(), calls, { asserts: "split" });
  const values = await observe(task(), code, tests, await context());
  expect(values.map(({ literal }) => literal)).toEqual([
    null,
    null,
    null,
    "{1, 2}",
    null,
    null,
    "0.30000000000000004",
    '"a\'b"',
    null,
  ]);
  expect(values.at(-1)?.behaviour).toContain("IndexError");
});
