/** The traceback analyser on the labelled set, every program really run in the sandbox. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createEnvironmentManager } from "../../sandbox/index.ts";
import type { RealisedEnvironment } from "../../src/contracts/environment.ts";
import type { FailureAnalysis, RunFeedback } from "../../src/contracts/repair.ts";
import { limitsSchema, type Sandbox } from "../../src/contracts/sandbox.ts";
import { repairRunner } from "../../src/pipeline/repair-runner.ts";
import { analyseFailure, errorCodes } from "../../src/repair/index.ts";
import { testSandbox } from "../helpers/model-context.ts";
import { tempFolderForSuite } from "../helpers/temp-folder.ts";
import { type BrokenProgram, brokenPrograms } from "./broken-programs.ts";

const RIGHT_SHARE = 0.95;
const programs = brokenPrograms();

describe("the labelled set", () => {
  it("has at least 200 programs of at least 12 kinds, each with a name of its own", () => {
    expect(new Set(programs.map(({ name }) => name)).size).toBe(programs.length);
    expect(programs.length).toBeGreaterThanOrEqual(200);
    expect(new Set(programs.map(({ code }) => code)).size).toBeGreaterThanOrEqual(12);
  });

  it("uses codes of the table", () => {
    const wrong = programs.filter(({ code, category }) => errorCodes[code]?.category !== category);
    expect(wrong.map(({ name, code }) => `${name}: ${code}`)).toEqual([]);
  });
});

describe("the analyser on the labelled set", () => {
  const folder = tempFolderForSuite();
  let sandbox: Sandbox;
  const environments = new Map<string, RealisedEnvironment>();

  beforeAll(async () => {
    sandbox = await testSandbox();
    const manager = await createEnvironmentManager({ cacheDir: folder() });
    for (const requirement of new Set(programs.map(({ options }) => options["needs"] ?? ""))) {
      const realised = await manager.resolve(requirement === "" ? [] : [requirement]);
      if (realised.environment.state === "ready") environments.set(requirement, realised);
      else console.warn(`skipped: programs that need ${requirement}: ${realised.environment.reason}`);
    }
  }, 300_000);
  afterAll(() => sandbox?.close());

  it("names category and line right for at least 95 of 100", async () => {
    const results = await Promise.all(programs.map((program) => judge(program, sandbox, environments)));
    const ran = results.flatMap((result) => result ?? []);
    const wrong = ran.filter(({ problems }) => problems.length > 0);
    const share = (ran.length - wrong.length) / ran.length;
    const codes = ran.filter(({ codeIsRight }) => codeIsRight).length;
    console.log(
      `analyser: ${ran.length} programs of ${new Set(programs.map(({ code }) => code)).size} kinds, category and line right in ${(100 * share).toFixed(1)} %, also the code in ${((100 * codes) / ran.length).toFixed(1)} %`,
    );
    for (const { program, problems } of wrong) console.log(`  ${program.name}: ${problems.join("; ")}`);
    for (const { program, codeIsRight, analysis } of ran)
      if (!codeIsRight) console.log(`  ${program.name}: code ${analysis?.code}, labelled ${program.code}`);
    expect(share).toBeGreaterThanOrEqual(RIGHT_SHARE);
  }, 300_000);
});

interface Judged {
  readonly program: BrokenProgram;
  readonly analysis: FailureAnalysis | null;
  readonly problems: readonly string[];
  readonly codeIsRight: boolean;
}

async function judge(
  program: BrokenProgram,
  sandbox: Sandbox,
  environments: ReadonlyMap<string, RealisedEnvironment>,
): Promise<Judged | null> {
  const environment = environments.get(program.options["needs"] ?? "");
  if (environment === undefined) return null;
  const feedback = await runBroken(program, sandbox, environment);
  const analysis = analyseFailure(feedback, { code: program.program });
  return { program, analysis, ...compare(program, analysis, feedback) };
}

function runBroken(
  program: BrokenProgram,
  sandbox: Sandbox,
  environment: RealisedEnvironment,
): Promise<RunFeedback> {
  const { run } = repairRunner({
    sandbox,
    environment,
    fileName: `${program.name.replaceAll(/\W/g, "_")}.py`,
    functionName: functionOf(program),
    tests: program.tests,
    cases: program.testNames.map((name) => ({ kind: "correctness", name })),
    testContext: "",
    limits: limitsSchema.parse({
      cpuSeconds: Number(program.options["cpu"] ?? 5),
      wallSeconds: Number(program.options["wall"] ?? 20),
      memoryBytes: 512 * 1024 ** 2,
      outputLimitBytes: 2 * 1024 ** 2,
    }),
    signal: new AbortController().signal,
  });
  return run(program.program);
}

/** The last public function: helpers stand before it. */
function functionOf({ program, options }: BrokenProgram): string {
  return options["function"] ?? [...program.matchAll(/^(?:async )?def ([a-z]\w*)/gm)].at(-1)?.[1] ?? "main";
}

function compare(
  program: BrokenProgram,
  analysis: FailureAnalysis | null,
  feedback: RunFeedback,
): Pick<Judged, "problems" | "codeIsRight"> {
  if (analysis === null) {
    const verdicts = feedback.cases.map(({ verdict }) => verdict).join(", ");
    return { problems: [`no failure found (${feedback.outcome}: ${verdicts})`], codeIsRight: false };
  }
  const problems: string[] = [];
  const told = `${analysis.code}, ${analysis.exception ?? "no exception"}: ${analysis.message.split("\n", 1)[0]}`;
  if (analysis.category !== program.category)
    problems.push(`category ${analysis.category}, labelled ${program.category} (${told})`);
  const also = program.options["also"];
  if (analysis.line !== program.line && analysis.line !== Number(also))
    problems.push(`line ${analysis.line}, labelled ${program.line} (${told})`);
  const offset = program.program.split("\n").length + 2;
  const testLine = analysis.testLine === null ? null : analysis.testLine - offset;
  if (program.testLine !== null && testLine !== program.testLine)
    problems.push(`line ${testLine} of the tests, labelled ${program.testLine} (${told})`);
  return { problems, codeIsRight: analysis.code === program.code };
}
