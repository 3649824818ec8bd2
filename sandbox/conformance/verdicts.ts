/** Checks that honest programs get the verdict, the cause and the counts they deserve. */
import { strict as assert } from "node:assert";
import { type ConformanceCheck, FUNCTION_LINE, TEST_LINE, verifies } from "./check.ts";

const unittestCase = `
import unittest
class TestWork(unittest.TestCase):
    def setUp(self):
        self.expected = 1
    def test_work_normal(self):
        self.assertEqual(work(1), self.expected)
`;

const asyncCase = `
async def test_work_normal():
    import asyncio
    await asyncio.sleep(0)
    assert work(1) == 2
`;

const helperCase = `
def check(value):
    assert work(value) == value

def test_work_normal():
    for value in (1, 2):
        check(value)
`;

const dataclassWork = `
@dataclass
class Point:
    x: int

def work(value=1) -> Undefined:
    return pickle.loads(pickle.dumps(Point(value)))
`;

export const verdictChecks: readonly ConformanceCheck[] = [
  verifies("a right program passes", {}, { verdict: "passed", outcome: "completed" }),
  verifies(
    "a failed assertion is failed, at its line",
    { test: "assert work(1) == 2" },
    { verdict: "failed", outcome: "completed", code: "assertion", line: TEST_LINE + 1 },
  ),
  verifies(
    "a failed comparison tells both sides",
    { test: "assert work(1) == 2" },
    { also: ({ cases }) => assert.match(cases[0]?.cause?.message ?? "", /1 == 2/) },
  ),
  verifies(
    "an exception is error, at the function's line",
    { work: "return 1 / 0" },
    { verdict: "error", outcome: "completed", code: "exception", line: FUNCTION_LINE + 1 },
  ),
  verifies(
    "a chained exception is told whole, without frames of the harness",
    { work: "try:\n    {}['key']\nexcept KeyError as error:\n    raise ValueError('bad') from error" },
    {
      also: ({ cases }) => {
        const traceback = cases[0]?.cause?.traceback ?? "";
        assert.match(traceback, /KeyError/);
        assert.match(traceback, /ValueError: bad/);
        assert.doesNotMatch(traceback, /codergen/);
      },
    },
  ),
  verifies(
    "a syntax error is told with its line",
    { work: "def work(value=1):\n    return (" },
    { outcome: "syntax-error", line: FUNCTION_LINE + 1 },
  ),
  verifies("a NUL in the source is a syntax error", { work: "return '\0'" }, { outcome: "syntax-error" }),
  verifies(
    "a missing module is import-failed",
    { imports: "import no_such_module_anywhere" },
    { outcome: "import-failed", verdict: "not-run", code: "missing-module", line: 5 },
  ),
  verifies(
    "an import cell that raises is import-failed",
    { imports: "raise RuntimeError('no')" },
    { outcome: "import-failed", code: "exception" },
  ),
  verifies(
    "a function cell that raises is import-failed",
    { work: "raise RuntimeError('no')\ndef work(value=1):\n    pass" },
    { outcome: "import-failed", line: FUNCTION_LINE },
  ),
  verifies(
    "a test cell that raises is import-failed",
    { test: "missing_name\ndef test_work_normal():\n    pass" },
    { outcome: "import-failed", code: "test-setup", line: TEST_LINE },
  ),
  verifies("the program is not __main__", { test: "assert __name__ != '__main__'" }, { verdict: "passed" }),
  verifies(
    "__future__ in the import cell holds for the function; classes pickle",
    {
      imports: "from __future__ import annotations\nimport pickle\nfrom dataclasses import dataclass",
      work: dataclassWork,
      test: "assert work(3) == Point(3)",
    },
    { verdict: "passed" },
  ),
  verifies(
    "inspect finds the source",
    { imports: "import inspect", test: "assert inspect.getsource(work).startswith('def work')" },
    { verdict: "passed" },
  ),
  verifies("an async case is awaited", { test: asyncCase }, { verdict: "failed" }),
  verifies("a method of a unittest class is run", { test: unittestCase }, { verdict: "passed" }),
  verifies(
    "a case without an executed assertion is not passed",
    { test: "if work(0):\n    assert work(1) == 1" },
    { verdict: "not-run", code: "no-assertion-executed", outcome: "completed" },
  ),
  verifies("assert True is no assertion", { test: "work(1)\nassert True" }, { verdict: "not-run" }),
  verifies(
    "an assertion that only saw a missing file is not passed",
    {
      work: "return open('/missing/file')",
      test: "try:\n    work()\nexcept FileNotFoundError as error:\n    assert 'missing' in str(error)",
    },
    { verdict: "not-run", code: "only-environment-error" },
  ),
  verifies(
    "an edge case may expect a missing file",
    {
      kind: "edge",
      work: "return open('/missing/file')",
      test: "try:\n    work()\nexcept FileNotFoundError as error:\n    assert 'missing' in str(error)",
    },
    { verdict: "passed" },
  ),
  verifies(
    "an expected exception counts as an assertion",
    {
      kind: "edge",
      work: "raise ValueError('no')",
      test: "try:\n    work()\nexcept ValueError:\n    pass\nelse:\n    raise AssertionError('nothing raised')",
    },
    { verdict: "passed" },
  ),
  verifies(
    "assertions are counted, in functions of the test cell too",
    { test: helperCase },
    {
      verdict: "passed",
      also: ({ cases }) =>
        assert.deepEqual([cases[0]?.assertionsWritten, cases[0]?.assertionsExecuted], [1, 1]),
    },
  ),
  verifies(
    "a case that any value satisfies is vacuous under stubs",
    { stubs: true, test: "work(1)\nassert 1 + 1 == 2" },
    {
      verdict: "passed",
      also: ({ cases }) =>
        assert.deepEqual(cases[0]?.vacuousUnder, ["returns-none", "returns-input", "returns-constant"]),
    },
  ),
  verifies(
    "a case that compares notices every stub",
    { stubs: true, work: "return value + 1", test: "assert work(4) == 5" },
    { verdict: "passed", also: ({ cases }) => assert.deepEqual(cases[0]?.vacuousUnder, []) },
  ),
  verifies(
    "a constant of the returned type is tried",
    { stubs: true, work: "return value > 0", test: "assert work(4) is True" },
    {
      verdict: "passed",
      also: ({ cases }) => assert.deepEqual(cases[0]?.vacuousUnder, ["returns-constant"]),
    },
  ),
  verifies(
    "an edge case for any exception is vacuous under the stub that raises",
    {
      kind: "edge",
      stubs: true,
      work: "raise ValueError('no')",
      test: "try:\n    work()\nexcept Exception:\n    pass\nelse:\n    raise AssertionError",
    },
    { verdict: "passed", also: ({ cases }) => assert.deepEqual(cases[0]?.vacuousUnder, ["raises"]) },
  ),
  verifies(
    "a missing data file is told apart",
    { work: "return open('data.csv').read()" },
    { verdict: "error", code: "missing-asset" },
  ),
  verifies(
    "a missing network is told apart",
    { imports: "import urllib.request", work: "return urllib.request.urlopen('http://127.0.0.1:9/').read()" },
    { verdict: "error", code: "network" },
  ),
  verifies(
    "input() sees the end of input at once",
    { work: "return input('name? ')" },
    { verdict: "error", seconds: 2 },
  ),
  verifies(
    "a shell command gives its real output",
    {
      imports: "import subprocess",
      work: "return subprocess.check_output('echo maps', shell=True)",
      test: "assert work() == b'maps\\n'",
    },
    { verdict: "passed" },
  ),
  verifies(
    "a thread that still runs does not hold the case up",
    {
      imports: "import threading, time",
      work: "threading.Thread(target=time.sleep, args=(60,)).start()\nreturn value",
    },
    { verdict: "passed", seconds: 2 },
  ),
  verifies(
    "KeyboardInterrupt in a case is an error",
    { work: "raise KeyboardInterrupt" },
    { verdict: "error" },
  ),
];
