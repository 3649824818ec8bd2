/** Cases of a candidate as jobs of their own. */
import { describe, expect, it } from "vitest";
import { runCasesApart } from "../../sandbox/run-cases-apart.ts";
import { limitsSchema, type VerifyJob, type VerifyReport } from "../../src/contracts/sandbox.ts";

const code = { code: "", firstLine: 1 };
const job: VerifyJob = {
  kind: "verify",
  program: { fileName: "f.py", imports: code, function: code, functionName: "f", tests: code },
  cases: ["a", "b", "c", "d"].map((name) => ({ kind: "correctness", name })),
  stubs: false,
  hashSeed: 0,
  limits: limitsSchema.parse({}),
  channel: "separate",
};

function reportOf({ cases }: VerifyJob, outcome: VerifyReport["outcome"] = "completed"): VerifyReport {
  const verdict = outcome === "completed" ? ("passed" as const) : ("not-run" as const);
  return {
    kind: "verify",
    outcome,
    cause: null,
    cases: cases.map(({ kind, name }) => ({
      kind,
      name,
      verdict,
      cause: null,
      assertionsWritten: 1,
      assertionsExecuted: 1,
      output: { text: "", totalBytes: 0 },
      vacuousUnder: [],
    })),
    durationMs: 1,
    channel: "separate",
    cpuSeconds: 1,
  };
}

describe("cases run apart", () => {
  it("are asked for together after the first, and reported in their order", async () => {
    const started: string[] = [];
    const open: (() => void)[] = [];
    const report = await runCasesApart(job, async (one) => {
      started.push(one.cases[0]?.name ?? "");
      if (started.length === 1) return reportOf(one);
      await new Promise<void>((resolve) => {
        open.push(resolve);
        // nobody goes on before all are there: one after another would wait for ever
        if (open.length === job.cases.length - 1) for (const go of open.toReversed()) go();
      });
      return reportOf(one);
    });
    expect(started).toEqual(["a", "b", "c", "d"]);
    expect(report.cases.map(({ name }) => name)).toEqual(["a", "b", "c", "d"]);
    expect(report).toMatchObject({ outcome: "completed", durationMs: 4, cpuSeconds: 4 });
  });

  it("are not asked for when the program cannot be loaded", async () => {
    let runs = 0;
    const report = await runCasesApart(job, (one) => {
      runs++;
      return Promise.resolve(reportOf(one, "import-failed"));
    });
    expect(runs).toBe(1);
    expect(report.outcome).toBe("import-failed");
    expect(report.cases.map(({ name, verdict }) => `${name} ${verdict}`)).toEqual([
      "a not-run",
      "b not-run",
      "c not-run",
      "d not-run",
    ]);
  });
});
