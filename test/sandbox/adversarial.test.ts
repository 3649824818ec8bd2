/**
 * Hostile programs, one idea each, judged with the tests in a grader's process: none is passed that is not right,
 * none escapes, each ends as it must within its limit and one more second, and nothing of them is left.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { backends } from "../../sandbox/choose-backend.ts";
import { createSandbox } from "../../sandbox/index.ts";
import type { RealisedEnvironment } from "../../src/contracts/environment.ts";
import type { Sandbox, VerifyJob, VerifyReport } from "../../src/contracts/sandbox.ts";
import { problems } from "./adversarial/problems.ts";
import { type AdversarialProgram, readPrograms } from "./adversarial/read-programs.ts";
import { environmentsFor } from "./environments-for.ts";
import { livingProcesses } from "./living-processes.ts";

const TESTS_LINE = 500;
const programs = readPrograms();

function jobOf(program: AdversarialProgram): VerifyJob {
  const problem = problems[program.problem];
  if (problem === undefined) throw new Error(`${program.name}: no problem ${program.problem}`);
  return {
    kind: "verify",
    channel: "separate",
    context: { code: problem.context ?? "", firstLine: 1 },
    program: {
      fileName: "sample.py",
      imports: { code: "", firstLine: 1 },
      function: { code: program.code, firstLine: 1 },
      functionName: "work",
      tests: { code: problem.tests, firstLine: TESTS_LINE },
    },
    cases: [{ kind: "correctness", name: "test_entry_point" }],
    stubs: false,
    hashSeed: 0,
    limits: program.limits,
  };
}

/** What `escapes/host-files` looks for, in folders of the host that hold people's files. */
const planted: string[] = [];
beforeAll(() => {
  for (const parent of [homedir(), tmpdir(), "/var/tmp", "/dev/shm"]) {
    const folder = mkdtempSync(join(parent, "codergen-planted-"));
    writeFileSync(join(folder, "codergen-planted-secret"), "for the host alone");
    planted.push(folder);
  }
});
afterAll(() => {
  for (const folder of planted) rmSync(folder, { recursive: true });
});

function expectAsTold(program: AdversarialProgram, report: VerifyReport): void {
  const [result] = report.cases;
  const said = `${program.idea}: ${JSON.stringify({ ...report, cases: [{ ...result, output: undefined }] })}`;
  expect(program.verdicts, said).toContain(result?.verdict);
  expect(program.outcomes, said).toContain(report.outcome);
  if (result?.verdict === "passed") expect(report.channel, said).toBe("separate");
}

describe("the collection", () => {
  it("holds at least 80 programs, 45 of them forged passes, each with an idea of its own", () => {
    expect(programs.length).toBeGreaterThanOrEqual(80);
    expect(programs.filter(({ family }) => family === "forged").length).toBeGreaterThanOrEqual(45);
    expect(new Set(programs.map(({ idea }) => idea)).size).toBe(programs.length);
    for (const family of ["bombs", "escapes", "lingering", "output", "time"])
      expect(programs.some((program) => program.family === family)).toBe(true);
  });

  it("expects no forged program to pass", () => {
    const passing = programs.filter(
      ({ family, verdicts }) => family === "forged" && verdicts.includes("passed"),
    );
    expect(passing).toEqual([]);
  });
});

for (const backend of backends.filter(({ isolated }) => isolated)) {
  const probed = await backend.probe();
  if (!probed.available) console.warn(`skipped: hostile programs with ${backend.name}: ${probed.reason}`);
  describe.skipIf(!probed.available)(`backend ${backend.name}`, () => {
    let sandbox: Sandbox;
    let environment: RealisedEnvironment;
    let idle = 0;
    beforeAll(async () => {
      environment = await (await environmentsFor(backend)).resolve([]);
      sandbox = await createSandbox({ backend: backend.name, workers: 1 });
      const harmless = programs.find(({ name }) => name === "output/broken-text");
      if (harmless !== undefined) await sandbox.verify(environment, jobOf(harmless));
      idle = await livingProcesses(backend);
    });
    afterAll(() => sandbox?.close());

    it.each(programs.map((program) => [program.name, program] as const))("%s", async (_, program) => {
      const started = performance.now();
      const report = await sandbox.verify(environment, jobOf(program));
      const seconds = (performance.now() - started) / 1_000;
      expectAsTold(program, report);
      expect(seconds).toBeLessThan(program.limits.wallSeconds + 1);
      const deadline = performance.now() + 1_000;
      while ((await livingProcesses(backend)) > idle && performance.now() < deadline)
        await new Promise((resolve) => setTimeout(resolve, 20));
      expect(await livingProcesses(backend)).toBeLessThanOrEqual(idle);
    });
  });
}
