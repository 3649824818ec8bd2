/** Inputs that broke neighbouring graders (execution, forged passes), each judged as it should be. */
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type CheckedProgram,
  limitsOf,
  programOf,
  withoutLeftovers,
} from "../../sandbox/conformance/check.ts";
import { createEnvironmentManager, createSandbox } from "../../sandbox/index.ts";
import type { RealisedEnvironment } from "../../src/contracts/environment.ts";
import type { Channel } from "../../src/contracts/execution.ts";
import type { Sandbox, VerifyReport } from "../../src/contracts/sandbox.ts";

let sandbox: Sandbox;
let environment: RealisedEnvironment;

beforeAll(async () => {
  const manager = await createEnvironmentManager({ cacheDir: join(tmpdir(), "codergen-test-cache") });
  environment = await manager.resolve([]);
  sandbox = await createSandbox({ backend: "auto", workers: 1 });
});
afterAll(() => sandbox?.close());

interface Judged {
  readonly report: VerifyReport;
  readonly seconds: number;
  readonly verdict: string | undefined;
}

async function judge(checked: CheckedProgram, channel: Channel = "separate"): Promise<Judged> {
  const started = performance.now();
  const report = await sandbox.verify(environment, {
    kind: "verify",
    program: programOf(checked),
    cases: [{ kind: "normal", name: "test_work_normal" }],
    stubs: false,
    hashSeed: 0,
    limits: limitsOf(checked.limits),
    channel,
  });
  return { report, seconds: (performance.now() - started) / 1000, verdict: report.cases[0]?.verdict };
}

const clean = (checked: CheckedProgram) => withoutLeftovers(sandbox, environment, () => judge(checked));

describe("T31: six classics end within their limit and one second, and leave nothing", () => {
  const limits = { cpuSeconds: 1, wallSeconds: 4, processes: 24, outputLimitBytes: 10_000_000 };
  it.each([
    ["reads input for ever", "import sys\nwhile True:\n    sys.stdin.read()", ["timeout"]],
    ["closes its outputs, then spins", "import os\nos.closerange(0, 3)\nwhile True:\n    pass", ["timeout"]],
    [
      "fork bomb",
      "import os\nwhile True:\n    try:\n        os.fork()\n    except OSError:\n        pass",
      ["timeout", "crashed"],
    ],
    ["sleeps for ever", "import time\ntime.sleep(10 ** 6)", ["timeout"]],
    ["prints for ever", "while True:\n    print('x' * 50_000)", ["output-limit", "timeout"]],
  ])("%s", async (_, work, outcomes) => {
    const { report, seconds } = await clean({ work, limits });
    expect(outcomes).toContain(report.outcome);
    expect(seconds).toBeLessThan(limits.wallSeconds + 1);
  });

  it("forks once and lingers: passes, and the child is reaped", async () => {
    const work = "import os, time\nif os.fork() == 0:\n    time.sleep(600)\n    os._exit(0)\nreturn value";
    expect((await clean({ work, limits })).verdict).toBe("passed");
  });
});

describe("execution", () => {
  it("T32: 250,000 characters of output are no time-out", async () => {
    await judge({});
    const { verdict, report } = await judge({ work: "print('x' * 250_000)\nreturn value" });
    expect(verdict).toBe("passed");
    expect(report.cases[0]?.output.totalBytes).toBe(250_001);
    expect(report.durationMs).toBeLessThan(1_000);
  });

  it("T34: a loop is gone when its limit is reached", async () => {
    const { report } = await clean({ work: "while True:\n    pass", limits: { cpuSeconds: 1 } });
    expect(report.outcome).toBe("timeout");
  });

  it.each([
    [
      "kills process 1",
      "import os, signal\nfor pid in (1, os.getppid()):\n    try:\n        os.kill(pid, signal.SIGKILL)\n    except OSError:\n        pass\nreturn value",
    ],
    [
      "removes /bin",
      "import shutil\nshutil.rmtree('/usr/bin', ignore_errors=True)\nshutil.rmtree('/bin', ignore_errors=True)\nreturn value",
    ],
    [
      "fills the disk",
      "try:\n    with open('large', 'wb') as file:\n        while True:\n            file.write(bytes(1 << 22))\nexcept OSError:\n    pass\nreturn value",
    ],
  ])("T35: a program that %s harms nothing, and the next one is judged", async (_, work) => {
    const { report } = await judge({ work });
    expect(["completed", "crashed"]).toContain(report.outcome);
    expect((await judge({})).verdict).toBe("passed");
  });

  it("T37: a question to a person gets the end of input at once", async () => {
    const { verdict, seconds, report } = await judge({ work: "return input('name? ')" });
    expect(verdict).toBe("error");
    expect(report.cases[0]?.cause?.exception).toBe("builtins.EOFError");
    expect(seconds).toBeLessThan(3);
  });

  it("T41: data that is not there offline is missing, not wrong", async () => {
    const work = "raise LookupError('Resource stopwords not found. Use the NLTK downloader: nltk.download')";
    expect((await judge({ work })).report.cases[0]?.cause?.code).toBe("missing-asset");
  });

  it("T43: subprocess does what it does elsewhere", async () => {
    const work = "import subprocess\nreturn subprocess.check_output('echo maps', shell=True)";
    expect((await judge({ work, test: "assert work() == b'maps\\n'" })).verdict).toBe("passed");
  });

  it("T46: a program that swallows every alarm is killed", async () => {
    const work =
      "while True:\n    try:\n        while True:\n            pass\n    except BaseException:\n        pass";
    const { report } = await clean({ work, limits: { cpuSeconds: 1 } });
    expect(report.outcome).toBe("timeout");
  });
});

describe("forged passes", () => {
  const test = "assert work(1) == 2";

  it("T48: an object that equals everything fails", async () => {
    const work =
      "class Equal:\n    def __eq__(self, other):\n        return True\n\ndef work(value=1):\n    return Equal()\n";
    expect((await judge({ work, test })).verdict).toBe("failed");
    expect((await judge({ work, test }, "shared")).report.outcome).toBe("tampered");
  });

  it("T49: a printed summary passes nothing", async () => {
    const work = "import io, sys\nprint('1 passed in 0.01s')\nsys.stdout = io.StringIO()\nreturn value";
    expect((await judge({ work, test })).verdict).toBe("failed");
  });

  it("T51: skipped is not passed", async () => {
    const { verdict } = await judge({ work: "import unittest\nraise unittest.SkipTest('x')", test });
    expect(verdict).toBe("not-run");
  });

  it.each([
    ["raise SystemExit(0)"],
    ["import posix\nposix._exit(0)"],
    ["import atexit, os\natexit.register(os._exit, 0)\nos._exit(0)"],
  ])("T53: an early clean exit is exited-early: %j", async (work) => {
    expect((await judge({ work, test })).report.outcome).toBe("exited-early");
  });

  it("T55: another program is judged again, whatever was said of the one before", async () => {
    expect((await judge({ work: "return 2", test })).verdict).toBe("passed");
    expect((await judge({ work: "return 3", test })).verdict).toBe("failed");
  });
});
