/** Values that cross between program and grader as data, and what happens to those that cannot. */
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { limitsOf, programOf } from "../../sandbox/conformance/check.ts";
import { createEnvironmentManager, createSandbox } from "../../sandbox/index.ts";
import type { RealisedEnvironment } from "../../src/contracts/environment.ts";
import type { Sandbox, VerifyReport } from "../../src/contracts/sandbox.ts";

let sandbox: Sandbox;
let base: RealisedEnvironment;
const manager = await createEnvironmentManager({ cacheDir: join(tmpdir(), "codergen-test-cache") });
const arrays = await manager.resolve(["numpy", "pandas", "pillow"]);
const noArrays = arrays.environment.state === "ready" ? null : arrays.environment.reason;
if (noArrays !== null) console.warn(`skipped: values of NumPy, pandas and Pillow: ${noArrays}`);

beforeAll(async () => {
  base = await manager.resolve([]);
  sandbox = await createSandbox({ backend: "auto", workers: 1 });
});
afterAll(() => sandbox?.close());

async function judge(
  work: string,
  test: string,
  { environment = base, imports = "" } = {},
): Promise<VerifyReport> {
  return sandbox.verify(environment, {
    kind: "verify",
    program: programOf({ work, test, imports }),
    cases: [{ kind: "normal", name: "test_work_normal" }],
    stubs: false,
    hashSeed: 0,
    limits: limitsOf({}),
    channel: "separate",
  });
}

async function expectPassed(
  report: VerifyReport,
  channel: "separate" | "shared" = "separate",
): Promise<void> {
  expect(report.cases[0]?.verdict, JSON.stringify(report)).toBe("passed");
  expect(report.channel).toBe(channel);
  expect(report.cases[0]?.channel).toBe(channel);
}

const echo = "return value";
const same = (value: string, setup = "") =>
  `${setup}\ngiven = ${value}\nresult = work(given)\nassert result == given\nassert type(result) is type(given)`;

describe("plain values come back as they are", () => {
  it.each([
    ["None and truth values", "[None, True, False]"],
    ["numbers", "[0, -1, 2 ** 70, 1.5, -0.0, 3j, 10 ** 2000]"],
    ["text and bytes", String.raw`["ä\n", "\ud800", "", b"\x00\xff", bytearray(b"x")]`],
    ["containers", "[(1, [2]), {'a': {1, 2}}, frozenset({3}), range(3), {(1, 2): None}]"],
    [
      "fractions and decimals",
      "[Fraction(1, 3), Decimal('1.10')]",
      "from fractions import Fraction\nfrom decimal import Decimal",
    ],
    [
      "dates",
      "[date(2024, 2, 29), datetime(2024, 1, 1, 12, tzinfo=timezone.utc), timedelta(1, 2)]",
      "from datetime import date, datetime, timedelta, timezone",
    ],
    [
      "collections",
      "[OrderedDict(a=1), Counter('aab'), deque([1], 3), defaultdict(list, {'a': [1]})]",
      "from collections import Counter, OrderedDict, defaultdict, deque",
    ],
    ["paths", "Path('/tmp/x')", "from pathlib import Path"],
    ["classes", "[int, str, ValueError]"],
  ])("%s", async (_, value, ...setup) => {
    await expectPassed(await judge(echo, same(value, setup[0])));
  });

  it("numbers that are not equal to themselves, and infinities", async () => {
    await expectPassed(
      await judge(echo, "import math\nassert math.isnan(work(float('nan')))\nassert work(float('-inf')) < 0"),
    );
  });

  it("shared and cyclic structure", async () => {
    const test =
      "one = []\none.append(one)\nresult = work([one, one])\nassert result[0] is result[1]\nassert result[0][0] is result[0]";
    await expectPassed(await judge(echo, test));
  });

  it("what is changed in place is changed in the tests too", async () => {
    const work = "value.sort()\nvalue[0].append(9)\nreturn value";
    const test =
      "given = [[2], [1]]\ninner = given[1]\nresult = work(given)\nassert result is given\nassert given == [[1, 9], [2]]\nassert inner == [1, 9]";
    await expectPassed(await judge(work, test));
  });
});

describe("objects of the program", () => {
  it("dataclasses and named tuples by their fields", async () => {
    const work = `
import dataclasses
from typing import NamedTuple

@dataclasses.dataclass
class Point:
    x: int
    y: int

    def norm(self):
        return abs(self.x) + abs(self.y)

class Pair(NamedTuple):
    left: int
    right: int

def work(value=1):
    return Point(value, -2), Pair(3, 4)
`;
    const test =
      "point, pair = work(1)\nassert point == Point(1, -2)\nassert point != Point(1, 2)\nassert point.norm() == 3\nassert pair == (3, 4)\nassert pair.right == 4\nassert repr(pair) == 'Pair(left=3, right=4)'";
    await expectPassed(await judge(work, test));
  });

  it("objects by calls", async () => {
    const work = `
class Stack:
    def __init__(self):
        self.items = []

    def push(self, item):
        self.items.append(item)

    def __len__(self):
        return len(self.items)

    def __iter__(self):
        return iter(self.items)

def work(value=1):
    return Stack()
`;
    const test =
      "stack = work()\nassert not stack\nstack.push('a')\nassert len(stack) == 1\nassert list(stack) == ['a']\nassert 'a' in stack\nassert stack.items == ['a']\nassert isinstance(stack, Stack)";
    await expectPassed(await judge(work, test));
  });

  it("exceptions by class, message and attributes", async () => {
    const work = `
class TooSmall(ValueError):
    def __init__(self, limit):
        super().__init__(f"under {limit}")
        self.limit = limit

def work(value=1):
    if value < 0:
        raise TooSmall(0)
    return {}[value]
`;
    const test =
      "try:\n    work(-1)\nexcept TooSmall as error:\n    caught = error\nassert isinstance(caught, ValueError) and str(caught) == 'under 0' and caught.limit == 0\ntry:\n    work(5)\nexcept KeyError as error:\n    caught = error\nassert caught.args == (5,)";
    await expectPassed(await judge(work, test));
  });

  it("generators, functions and coroutines", async () => {
    const work = `
import itertools

def work(value=1):
    return itertools.count(value), (item * 2 for item in range(3)), lambda other: value + other

async def later(value):
    return value + 1
`;
    const test =
      "import asyncio\ncounting, doubled, adder = work(5)\nassert [next(iter(counting))] == [5]\nassert list(doubled) == [0, 2, 4]\nassert adder(2) == 7\nassert asyncio.run(later(1)) == 2";
    await expectPassed(await judge(work, test));
  });

  it("functions of the tests are called back", async () => {
    const test =
      "calls = []\ndef double(item):\n    calls.append(item)\n    return item * 2\nassert work(double) == [2, 4]\nassert calls == [1, 2]";
    await expectPassed(await judge("return list(map(value, [1, 2]))", test));
  });

  it("what is printed can be captured, and seeds are the same", async () => {
    const work = "import random\nprint('hello')\nreturn random.random()";
    const test =
      "import contextlib, io, random\nout = io.StringIO()\nwith contextlib.redirect_stdout(out):\n    work()\nassert out.getvalue() == 'hello\\n'\nrandom.seed(7)\nassert work() == random.Random(7).random()";
    await expectPassed(await judge(work, test));
  });
});

describe("what cannot cross is run in one process, and says so", () => {
  it.each([
    [
      "an object of the tests' own class",
      echo,
      "class Own:\n    pass\n\ndef test_work_normal():\n    own = Own()\n    assert work(own) is own",
    ],
    [
      "a patched library",
      "import os\nreturn os.getcwd()",
      "from unittest import mock\ndef test_work_normal():\n    with mock.patch('os.getcwd', return_value='/here'):\n        assert work() == '/here'",
    ],
    [
      "operators of a class that the tests name",
      "class Money:\n    def __init__(self, value):\n        self.value = value\n\n    def __add__(self, other):\n        return Money(self.value + other.value)\n\ndef work(value=1):\n    return Money(value)",
      "assert (work(1) + Money(2)).value == 3",
    ],
  ])("%s", async (_, work, test) => {
    await expectPassed(await judge(work, test), "shared");
  });
});

describe.skipIf(noArrays !== null)("values of libraries", () => {
  it.each([
    [
      "arrays",
      "np.array([[1.5, 2], [3, 4]])",
      "assert (work(given) == given).all() and work(given).dtype == given.dtype",
    ],
    ["scalars", "np.float32(1.5)", "assert work(given) == given and type(work(given)) is np.float32"],
    ["arrays of text", "np.array(['a', 'bc'])", "assert work(given).tolist() == ['a', 'bc']"],
    [
      "frames",
      "pd.DataFrame({'a': [1, 2], 'b': ['x', None]}, index=['p', 'q'])",
      "pd.testing.assert_frame_equal(work(given), given)",
    ],
    ["series", "pd.Series([1.0, 2.0], name='s')", "pd.testing.assert_series_equal(work(given), given)"],
    [
      "images",
      "Image.new('RGB', (3, 2), (1, 2, 3))",
      "assert work(given).getpixel((2, 1)) == (1, 2, 3) and work(given).size == (3, 2)",
    ],
  ])("%s", async (_, value, check) => {
    const imports = "import numpy as np\nimport pandas as pd\nfrom PIL import Image";
    await expectPassed(await judge(echo, `given = ${value}\n${check}`, { environment: arrays, imports }));
  });

  it("an array changed in place is changed in the tests too", async () => {
    const test = "given = np.zeros(3)\nwork(given)\nassert given.tolist() == [1.0, 1.0, 1.0]";
    const imports = "import numpy as np";
    await expectPassed(await judge("value += 1", test, { environment: arrays, imports }));
  });
});
