/** Checks of the sandbox as a service: scripts, cancelling, hash seeds, many jobs at one time. */
import { strict as assert } from "node:assert";
import type { RealisedEnvironment } from "../../src/contracts/environment.ts";
import type { Sandbox, ScriptJob, VerifyJob } from "../../src/contracts/sandbox.ts";
import { ToolkitError } from "../../src/errors.ts";
import { type ConformanceCheck, limitsOf, programOf, verifyProgram, withoutLeftovers } from "./check.ts";

const CANCEL_AFTER_MS = 300;

function scriptJob(script: string, more: Partial<ScriptJob> = {}): ScriptJob {
  return { script, args: [], wallSeconds: 10, maxOutputBytes: 10_000, ...more };
}

async function hashOf(sandbox: Sandbox, environment: RealisedEnvironment, hashSeed: number): Promise<string> {
  const program = programOf({});
  const expressions = [{ id: "hash", code: "hash('codergen')" }];
  const report = await sandbox.probe(environment, {
    kind: "probe",
    program,
    expressions,
    hashSeed,
    limits: limitsOf(),
  });
  return report.observations[0]?.text ?? "";
}

export const serviceChecks: readonly ConformanceCheck[] = [
  {
    name: "a script runs with its arguments and its exit code",
    async run(sandbox, environment) {
      const script = "import sys\nprint(sys.argv[1:])\nprint('trouble', file=sys.stderr)\nsys.exit(3)";
      const report = await sandbox.script(environment, scriptJob(script, { args: ["a b", "--c"] }));
      assert.deepEqual([report.exitCode, report.stdout, report.timedOut], [3, "['a b', '--c']\n", false]);
      assert.match(report.stderrTail, /trouble/);
    },
  },
  {
    name: "a script that takes too long is ended",
    run: (sandbox, environment) =>
      withoutLeftovers(sandbox, environment, async () => {
        const script = "import subprocess\nsubprocess.run(['sleep', '600'])";
        const started = performance.now();
        const report = await sandbox.script(environment, scriptJob(script, { wallSeconds: 1 }));
        assert.equal(report.timedOut, true);
        assert.ok(performance.now() - started < 2_000);
      }),
  },
  {
    name: "a script that prints too much is an error",
    async run(sandbox, environment) {
      const running = sandbox.script(environment, scriptJob("while True: print('x' * 1000)"));
      await assert.rejects(
        running,
        (error) => error instanceof ToolkitError && error.code === "input-invalid",
      );
    },
  },
  {
    name: "a cancelled job ends at once",
    run: (sandbox, environment) =>
      withoutLeftovers(sandbox, environment, async () => {
        const controller = new AbortController();
        const program = programOf({ work: "import subprocess\nsubprocess.run(['sleep', '600'])" });
        const cases: VerifyJob["cases"] = [{ kind: "normal", name: "test_work_normal" }];
        const job: VerifyJob = {
          kind: "verify",
          program,
          cases,
          stubs: false,
          hashSeed: 0,
          limits: limitsOf(),
        };
        const running = sandbox.verify(environment, job, controller.signal);
        setTimeout(() => controller.abort(), CANCEL_AFTER_MS);
        const started = performance.now();
        await assert.rejects(
          running,
          (error) => error instanceof ToolkitError && error.code === "interrupted",
        );
        assert.ok(performance.now() - started < CANCEL_AFTER_MS + 1_500);
      }),
  },
  {
    name: "the hash seed decides string hashes",
    async run(sandbox, environment) {
      const [first, again, other] = [
        await hashOf(sandbox, environment, 1),
        await hashOf(sandbox, environment, 1),
        await hashOf(sandbox, environment, 2),
      ];
      assert.equal(first, again);
      assert.notEqual(first, other);
    },
  },
  {
    name: "many jobs at one time get their own reports",
    async run(sandbox, environment) {
      const reports = await Promise.all(
        Array.from({ length: 12 }, (_, index) =>
          verifyProgram(sandbox, environment, {
            work: `print(${index})\nreturn value`,
            test: `assert work(1) == ${index % 2}`,
          }),
        ),
      );
      assert.deepEqual(
        reports.map(({ cases }) => [cases[0]?.output.text, cases[0]?.verdict]),
        reports.map((_, index) => [`${index}\n`, index % 2 === 1 ? "passed" : "failed"]),
      );
    },
  },
  {
    name: "cases of one job do not see each other's effects",
    async run(sandbox, environment) {
      const tests =
        "def test_a():\n    work.seen = 1\n    assert True or work()\n    assert work.seen == 1\ndef test_b():\n    assert not hasattr(work, 'seen')\n";
      const program = { ...programOf({}), tests: { code: tests, firstLine: 40 } };
      const cases: VerifyJob["cases"] = [
        { kind: "normal", name: "test_a" },
        { kind: "edge", name: "test_b" },
      ];
      const job: VerifyJob = {
        kind: "verify",
        program,
        cases,
        stubs: false,
        hashSeed: 0,
        limits: limitsOf(),
      };
      const report = await sandbox.verify(environment, job);
      assert.deepEqual(
        report.cases.map(({ verdict }) => verdict),
        ["passed", "passed"],
      );
    },
  },
  {
    name: "the sandbox works on after a crash",
    async run(sandbox, environment) {
      await verifyProgram(sandbox, environment, { work: "import os\nos.kill(os.getppid(), 9)" });
      const report = await verifyProgram(sandbox, environment, {});
      assert.equal(report.cases[0]?.verdict, "passed");
    },
  },
];
