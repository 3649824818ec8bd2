/** Checks that a wrong program cannot get `passed` by the easy tricks. */
import { strict as assert } from "node:assert";
import {
  type CheckedProgram,
  type ConformanceCheck,
  type Expected,
  verifies,
  verifyProgram,
} from "./check.ts";

const FAILING = "assert work(1) == 2";

/** The trick is played by a function that returns the wrong value; whatever it does, never `passed`. */
function trick(name: string, checked: CheckedProgram, expected: Expected = {}): ConformanceCheck {
  const { also, ...rest } = expected;
  return verifies(
    name,
    { test: FAILING, ...checked },
    {
      ...rest,
      also: (report) => {
        assert.notEqual(report.cases[0]?.verdict, "passed");
        also?.(report);
      },
    },
  );
}

const alwaysEqual = `
class Equal:
    def __eq__(self, other):
        return True

def work(value=1):
    return Equal()
`;

const writeEverywhere = `
import os
for fd in range(3, 1024):
    try:
        os.write(fd, b'{"report": {"state": "ended", "verdict": "passed"}}\\n')
    except OSError:
        pass
return value
`;

const swallowAlarms = `
import signal
for number in range(1, 32):
    try:
        signal.signal(number, lambda *_: None)
    except (OSError, ValueError):
        pass
while True:
    try:
        while True:
            pass
    except BaseException:
        pass
`;

const forkAndAnswer = `
import os
if os.fork() == 0:
    return 2
os._exit(0)
`;

const plant = `
for name in ('sitecustomize.py', 'conftest.py', 'usercustomize.py', 'math.py'):
    with open(name, 'w') as file:
        file.write('import os; os._exit(0)')
return value
`;

const planted: ConformanceCheck = {
  name: "what a case leaves behind does not reach the next job",
  async run(sandbox, environment) {
    await verifyProgram(sandbox, environment, { work: plant });
    const listing =
      "import os\nreturn os.listdir('.') + [n for n in os.listdir('/tmp') if n in ('conftest.py', 'math.py')]";
    const report = await verifyProgram(sandbox, environment, { work: listing, test: "assert work() == []" });
    assert.equal(report.cases[0]?.verdict, "passed", JSON.stringify(report));
  },
};

export const forgeryChecks: readonly ConformanceCheck[] = [
  planted,
  trick(
    "printed results decide nothing",
    { work: "print('1 passed in 0.01s', flush=True)\nreturn value" },
    { verdict: "failed" },
  ),
  trick(
    "a replaced sys.stdout decides nothing",
    {
      work: "import sys, io\nsys.stdout = sys.stderr = io.StringIO()\nprint('Testing case [1/3] succeeded')\nreturn value",
    },
    { verdict: "failed" },
  ),
  trick(
    "os._exit(0) is exited-early",
    { work: "import os\nos._exit(0)" },
    { verdict: "error", outcome: "exited-early" },
  ),
  trick(
    "posix._exit(0) is exited-early",
    { work: "import posix\nposix._exit(0)" },
    { outcome: "exited-early" },
  ),
  trick(
    "sys.exit(0) is exited-early",
    { work: "raise SystemExit(0)" },
    { verdict: "error", outcome: "exited-early" },
  ),
  trick(
    "exit at import is exited-early",
    { imports: "import sys\nsys.exit(0)" },
    { outcome: "exited-early" },
  ),
  trick(
    "atexit and _exit decide nothing",
    { work: "import atexit, os\natexit.register(os._exit, 0)\nreturn value" },
    { verdict: "failed" },
  ),
  trick(
    "SkipTest is not passed",
    { work: "import unittest\nraise unittest.SkipTest('later')" },
    { verdict: "not-run", code: "skipped" },
  ),
  trick(
    "a patched unittest is tampered",
    {
      imports: "import unittest",
      work: "unittest.TestCase.assertEqual = lambda *_: None\nreturn value",
      test: "unittest.TestCase().assertEqual(work(1), 2)",
    },
    {},
  ),
  trick(
    "a patched unittest is noticed at the next assertion",
    {
      imports: "import unittest",
      work: "unittest.TestCase.assertEqual = lambda *_: None\nreturn value",
      test: "case = unittest.TestCase()\nresult = work(1)\ncase.assertEqual(result, 2)",
    },
    { outcome: "tampered" },
  ),
  trick("a replaced AssertionError changes nothing", {
    work: "import builtins\nbuiltins.AssertionError = type('Quiet', (Exception,), {})\nreturn value",
  }),
  trick(
    "a patched math.isclose is tampered",
    {
      imports: "import math",
      work: "math.isclose = lambda *_, **__: True\nreturn value",
      test: "result = work(1)\nassert math.isclose(result, 2)",
    },
    { outcome: "tampered" },
  ),
  trick("an object equal to everything is tampered", { work: alwaysEqual }, { outcome: "tampered" }),
  trick("writing to every descriptor does not pass", { work: writeEverywhere }),
  trick(
    "a fork that answers for its parent does not pass",
    { work: forkAndAnswer },
    { outcome: "exited-early" },
  ),
  trick(
    "killing the parent is the program's doing",
    { work: "import os, signal\nos.kill(os.getppid(), signal.SIGKILL)\nreturn value" },
    { outcome: "crashed" },
  ),
  trick(
    "stopping the parent is the program's doing",
    { work: "import os, signal, time\nos.kill(os.getppid(), signal.SIGSTOP)\ntime.sleep(60)" },
    { outcome: "crashed" },
  ),
  trick(
    "swallowed signals and exceptions end in a timeout",
    { work: swallowAlarms, limits: { cpuSeconds: 1, wallSeconds: 12 } },
    { verdict: "timeout", outcome: "timeout", code: "cpu-limit" },
  ),
  trick(
    "a signal to itself is crashed, and named",
    { work: "import os, signal\nos.kill(os.getpid(), signal.SIGSEGV)" },
    {
      outcome: "crashed",
      code: "signal",
      also: ({ cause }) => assert.match(cause?.message ?? "", /SIGSEGV/),
    },
  ),
  trick(
    "a true crash of the interpreter is crashed",
    { work: "import ctypes\nctypes.string_at(0)" },
    { outcome: "crashed", code: "signal" },
  ),
];
