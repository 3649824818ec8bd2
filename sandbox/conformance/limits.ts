/** Checks that limits hold, in time, and that nothing is left running. */
import { strict as assert } from "node:assert";
import { type ConformanceCheck, FUNCTION_LINE, verifies } from "./check.ts";

const MIB = 1024 ** 2;

const daemon = `
import os, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        os.close(0); os.close(1); os.close(2)
        time.sleep(600)
    os._exit(0)
os.wait()
return value
`;

const forkBomb = `
import os
while True:
    try:
        os.fork()
    except OSError:
        pass
`;

const threadBomb = `
import threading, time
while True:
    threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
`;

const oddOutput = `
import os
os.write(1, b'\\xff\\xfe\\x00 bytes')
print('\\ud800 surrogate \\x00')
return value
`;

const closeAndSpin = "import os\nos.close(1)\nos.close(2)\nwhile True:\n    pass";

export const limitChecks: readonly ConformanceCheck[] = [
  verifies(
    "a busy loop ends at the CPU limit, and the line is told",
    { work: "while True:\n    value += 1", limits: { cpuSeconds: 1, wallSeconds: 10 } },
    {
      verdict: "timeout",
      outcome: "timeout",
      code: "cpu-limit",
      also: ({ cause }) =>
        assert.ok([1, 2].includes((cause?.line ?? 0) - FUNCTION_LINE), String(cause?.line)),
    },
  ),
  verifies(
    "a sleeper ends at the wall limit, and the line is told",
    { work: "import time\ntime.sleep(60)", limits: { wallSeconds: 1 } },
    { verdict: "timeout", outcome: "timeout", code: "wall-limit", line: FUNCTION_LINE + 2, seconds: 2 },
  ),
  verifies(
    "CPU used by child processes counts",
    {
      work: "import subprocess, sys\nsubprocess.run([sys.executable, '-c', 'while True: pass'])",
      limits: { cpuSeconds: 1, wallSeconds: 10 },
    },
    { outcome: "timeout", code: "cpu-limit" },
  ),
  verifies(
    "an endless import cell ends as a timeout",
    { imports: "import time\ntime.sleep(60)", limits: { wallSeconds: 1 } },
    { outcome: "timeout", code: "wall-limit", line: 6, seconds: 2 },
  ),
  verifies(
    "too much memory is memory-limit",
    { work: "return len(bytearray(2 * 1024 ** 3))", limits: { memoryBytes: 512 * MIB } },
    { verdict: "error", outcome: "memory-limit", code: "memory" },
  ),
  verifies(
    "growing without end is memory-limit",
    {
      work: "kept = []\nwhile True:\n    kept.append(' ' * 10 ** 6 + str(len(kept)))",
      limits: { memoryBytes: 512 * MIB },
    },
    { outcome: "memory-limit" },
  ),
  verifies(
    "a fork bomb ends, and all of it",
    { work: forkBomb, limits: { processes: 32, wallSeconds: 5, cpuSeconds: 5 } },
    { code: ["process-limit", "cpu-limit"], seconds: 6 },
  ),
  verifies(
    "threads without end are stopped",
    { work: threadBomb, limits: { processes: 32, wallSeconds: 5 } },
    { code: "process-limit", seconds: 6 },
  ),
  verifies(
    "a file beyond the limit cannot be written",
    {
      work: "with open('big', 'wb') as file:\n    file.write(bytes(3 * 1024 ** 2))\nreturn value",
      limits: { fileBytes: MIB },
    },
    { verdict: "error", outcome: "completed" },
  ),
  verifies(
    "250 KB of output change nothing",
    { work: "print('x' * 250_000)\nreturn value" },
    {
      verdict: "passed",
      seconds: 1,
      also: ({ cases }) => assert.equal(cases[0]?.output.totalBytes, 250_001),
    },
  ),
  verifies(
    "100 MB of output change nothing and are not kept",
    { work: "for _ in range(100):\n    print('x' * 1_000_000)\nreturn value" },
    {
      verdict: "passed",
      seconds: 4,
      also: ({ cases }) => assert.ok((cases[0]?.output.text.length ?? 0) < 20_000),
    },
  ),
  verifies(
    "printing for ever is output-limit",
    { work: "while True:\n    print('x' * 10_000)", limits: { outputLimitBytes: 20 * MIB } },
    { verdict: "error", outcome: "output-limit", seconds: 4 },
  ),
  verifies(
    "head and tail of the output are kept",
    { work: "print('first')\nprint('x' * 100_000)\nprint('last')\nreturn value" },
    {
      also: ({ cases }) => assert.match(cases[0]?.output.text ?? "", /^first\n[^]*bytes left out[^]*last\n$/),
    },
  ),
  verifies(
    "bytes that are not text, NULs and lone surrogates are no trouble",
    { work: oddOutput },
    { verdict: "passed", also: ({ cases }) => assert.match(cases[0]?.output.text ?? "", /bytes/) },
  ),
  verifies(
    "closed outputs and a busy loop end as a timeout",
    { work: closeAndSpin, limits: { cpuSeconds: 1, wallSeconds: 12 } },
    { outcome: "timeout" },
  ),
  verifies(
    "reading input for ever ends",
    { work: "import sys\nwhile sys.stdin.read(1):\n    pass\nreturn value" },
    { verdict: "passed", seconds: 2 },
  ),
  verifies(
    "a child that lingers is ended, the verdict stands",
    { work: "import os, time\nif os.fork() == 0:\n    time.sleep(600)\nreturn value" },
    { verdict: "passed", seconds: 2 },
  ),
  verifies("a daemon is ended, the verdict stands", { work: daemon }, { verdict: "passed", seconds: 2 }),
];
