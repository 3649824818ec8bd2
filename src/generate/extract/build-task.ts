/** One candidate to a task: run it, choose inputs, write the file, check it by the gate and by a dry run. */
import type { Document } from "../../contracts/document.ts";
import type { RealisedEnvironment } from "../../contracts/environment.ts";
import type { CaseResult } from "../../contracts/execution.ts";
import type { GenerateContext } from "../../contracts/generator.ts";
import type { Task } from "../../contracts/task.ts";
import { canonicalName, distributionOf, normaliseRequirements, type Python } from "../../python/index.ts";
import { assembleTask, staticGate, taskIdOf, toProgram } from "../../task/index.ts";
import type { Candidate } from "./candidates.ts";
import { chooseExamples, type Chosen } from "./contrast.ts";
import { documentedCode, instructionOf, type Words } from "./describe.ts";
import { chooseEdge, type Edge } from "./edge.ts";
import { explore, tryNearInputs } from "./explore.ts";
import { bareCode, draftFunction, importsFor, type FunctionDraft } from "./function-draft.ts";
import { NoTask } from "./reject.ts";
import { writeTests, type TestCell } from "./test-cases.ts";
import { parameterHint, resultHint } from "./type-hint.ts";

export interface BuildContext {
  readonly document: Document;
  readonly python: Python;
  readonly context: GenerateContext;
  /** What the task is told to have been made from, e.g. "doctest". */
  readonly kind: string;
}

export interface BuiltTask {
  readonly task: Task;
  /** Cases that a stub of the function passes too. */
  readonly vacuous: readonly string[];
}

/** @throws NoTask with the reason why this candidate is none. */
export async function buildTask(candidate: Candidate, build: BuildContext): Promise<BuiltTask> {
  if (candidate.parameters.length === 0) {
    throw new NoTask("no-parameter", `Nothing in \`${candidate.result.slice(0, 100)}\` can be a parameter.`);
  }
  const { document, python } = build;
  const draft = draftFunction(candidate, document, python);
  const { chosen, edge, environment } = await tryOut(candidate, draft, build);
  const tests = writeTests({ draft, form: candidate.form, chosen, edge, python });
  const imports = importLines(candidate, draft, { tests, edge, build });
  const facts = chosen.examples[0]?.facts ?? null;
  const words: Words = {
    document,
    candidate,
    draft,
    hints: draft.parameters.map((_, index) => {
      return parameterHint(
        chosen.examples.map(({ values }) => values[index] ?? ""),
        python,
      );
    }),
    resultHint: resultHint(facts, imports.join("\n")),
    facts,
    edge,
  };
  return dryRun(taskOf(words, tests, imports, build), environment, build);
}

/** Everything that running the candidate tells: results worth testing, and an input that raises. */
async function tryOut(
  candidate: Candidate,
  draft: FunctionDraft,
  build: BuildContext,
): Promise<{ chosen: Chosen; edge: Edge; environment: RealisedEnvironment }> {
  const { document, python, context } = build;
  const code = bareCode(draft);
  const inputs = candidate.examples.slice(0, 6).flatMap(({ values }) => values.map((value) => `(${value})`));
  const imports = importsFor(candidate, [code, ...inputs].join("\n"), document, python);
  const environment = await environmentFor(imports, build);
  const target = { functionName: draft.name, imports: imports.join("\n"), code, environment, context };
  const { examples, raising } = await explore(candidate, target, python);
  const chosen = await chooseExamples(examples, (values) => tryNearInputs(values, target, python));
  const edge = chooseEdge(raising, document);
  return { chosen, edge, environment };
}

interface Written {
  readonly tests: TestCell;
  readonly edge: Edge;
  readonly build: BuildContext;
}

function importLines(candidate: Candidate, draft: FunctionDraft, { tests, edge, build }: Written): string[] {
  const code = [bareCode(draft), tests.setup, ...tests.cases.map((testCase) => testCase.code)].join("\n\n");
  const lines = importsFor(candidate, code, build.document, build.python);
  const guessed = lines.filter((line) => edge.importLine === null || !line.endsWith(` ${edge.exception}`));
  return [...new Set([...guessed, ...tests.imports, ...(edge.importLine === null ? [] : [edge.importLine])])];
}

function taskOf(words: Words, tests: TestCell, imports: readonly string[], build: BuildContext): Task {
  const { document, draft, candidate } = words;
  return assembleTask({
    id: taskIdOf(document.id),
    documentId: document.id,
    source: document.source,
    url: document.url,
    licence: document.licence,
    domain: document.domain,
    instruction: instructionOf(words),
    requirements: requirementsOf(imports, document, build.python),
    requiresPython: ">=3.10",
    imports: imports.join("\n"),
    functionName: draft.name,
    functionCode: documentedCode(words),
    testSetup: tests.setup,
    cases: tests.cases,
    provenance: {
      method: "extract",
      toolkitVersion: build.context.toolkitVersion,
      arguments: { from: build.kind, result: candidate.result.slice(0, 200) },
    },
  });
}

async function environmentFor(imports: readonly string[], build: BuildContext): Promise<RealisedEnvironment> {
  const { document, python, context } = build;
  const realised = await context.environments.resolve(
    requirementsOf(imports, document, python),
    context.signal,
  );
  if (realised.environment.state === "install-failed") {
    throw new NoTask(
      "install-failed",
      realised.environment.reason ?? "The requirements cannot be installed.",
    );
  }
  return realised;
}

/** Distributions of the imported modules; the documented one in the documented version. */
function requirementsOf(imports: readonly string[], document: Document, python: Python): string[] {
  const { extra, revision, source } = document;
  const own = source === "pydoc" && typeof extra["distribution"] === "string" ? extra["distribution"] : null;
  const imported = python
    .importedModules(imports.join("\n"))
    .flatMap((module) => distributionOf(module) ?? []);
  const names = new Set([...imported, ...(own === null ? [] : [own])]);
  const pinned = [...names].map((name) => {
    const isOwn = own !== null && canonicalName(name) === canonicalName(own) && revision !== null;
    return isOwn ? `${name}==${revision}` : name;
  });
  return normaliseRequirements(pinned);
}

/** The gate, then the task itself with stubs: what does not pass here would not pass in `verify`. */
export async function dryRun(
  task: Task,
  environment: RealisedEnvironment,
  build: BuildContext,
): Promise<BuiltTask> {
  const { context, python } = build;
  const [problem] = staticGate(task, python);
  if (problem !== undefined) throw new NoTask(`gate-${problem.code}`, problem.message);
  const report = await context.sandbox.verify(
    environment,
    {
      kind: "verify",
      program: toProgram(task),
      cases: task.cases.map(({ kind, name }) => ({ kind, name })),
      stubs: true,
      hashSeed: 2,
      limits: context.limits,
    },
    context.signal,
  );
  const failed = report.cases.find(({ verdict }) => verdict !== "passed");
  if (failed !== undefined || report.outcome !== "completed") throw caseFailed(failed, report.outcome);
  return {
    task,
    vacuous: report.cases.filter(({ vacuousUnder }) => vacuousUnder.length > 0).map(({ name }) => name),
  };
}

function caseFailed(failed: CaseResult | undefined, outcome: string): NoTask {
  const why =
    failed === undefined ? outcome : `${failed.name} ${failed.verdict}: ${failed.cause?.message ?? ""}`;
  const reason = failed?.cause?.code === "assertion" ? "not-deterministic" : "case-failed";
  return new NoTask(
    reason,
    `The second run, with another hash seed, is not like the first: ${why.slice(0, 300)}`,
  );
}
