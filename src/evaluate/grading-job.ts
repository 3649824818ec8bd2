/** A sample of HumanEval's format as a job for the sandbox: the program apart from what judges it. */
import type { Problem, Sample } from "../contracts/grade.ts";
import type { Limits, VerifyJob } from "../contracts/sandbox.ts";

const DEFINES_CHECK = /^\s*def\s+check\s*\(/m;
const LINES_BETWEEN = 3;

/** The problem's own solution as a sample; null when it has none. */
export function referenceOf(problem: Problem): Sample | null {
  const { task_id, canonical_solution: completion } = problem;
  return completion === undefined ? null : { task_id, completion };
}

/** The verify job of one sample: one case that calls `check` on the program's function. */
export function gradingJob(problem: Problem, sample: Sample, index: number, limits: Limits): VerifyJob {
  const code = sample.solution ?? `${problem.prompt}${sample.completion ?? ""}`;
  const { tests, caseName } = checkTests(problem);
  return {
    kind: "verify",
    channel: "separate",
    context: { code: problem.prompt, firstLine: 1 },
    program: {
      fileName: `${problem.task_id.replaceAll(/\W+/g, "_")}_sample_${index}.py`,
      imports: { code: "", firstLine: 1 },
      function: { code, firstLine: 1 },
      functionName: problem.entry_point,
      tests: {
        code: tests,
        firstLine: code.split("\n").length + LINES_BETWEEN,
      },
    },
    cases: [{ kind: "correctness", name: caseName }],
    stubs: false,
    hashSeed: 0,
    limits,
  };
}

/** The tests as one case that calls `check` on the program's function. */
export function checkTests(problem: Problem): { readonly tests: string; readonly caseName: string } {
  const caseName = "test_entry_point";
  const call = `\n\ndef ${caseName}():\n    check(${ownName(problem)})\n`;
  return { tests: `${renaming(problem)}${testsOf(problem)}${call}`, caseName };
}

/** What the function is called by: a function named `check` would be hidden by the test's own. */
function ownName({ entry_point }: Problem): string {
  return entry_point === "check" ? "codergen_entry_point" : entry_point;
}

function renaming(problem: Problem): string {
  return problem.entry_point === "check" ? `${ownName(problem)} = check\n` : "";
}

function testsOf({ test }: Problem): string {
  if (DEFINES_CHECK.test(test)) return test;
  const body = test.replaceAll(/^(?=.)/gm, "    ");
  return `def check(candidate):\n${body}\n    pass\n`;
}
