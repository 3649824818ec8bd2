/** One pair to one task: observe both, choose how they are joined, run the joined function, write and check it. */
import type { Document } from "../../contracts/document.ts";
import type { RealisedEnvironment } from "../../contracts/environment.ts";
import type { GenerateContext } from "../../contracts/generator.ts";
import type { Task } from "../../contracts/task.ts";
import type { Python } from "../../python/index.ts";
import { assembleTask, taskIdOf } from "../../task/index.ts";
import { sha256 } from "../../util/hash.ts";
import { dryRun } from "../extract/build-task.ts";
import { chooseExamples, type Chosen } from "../extract/contrast.ts";
import { chooseEdge, type Edge } from "../extract/edge.ts";
import type { ConfirmedExample, Raising } from "../extract/explore.ts";
import { ask, callText, type Facts, type ProbeTarget, questionAbout, readSeen } from "../extract/observe.ts";
import { NoTask } from "../extract/reject.ts";
import { writeTests } from "../extract/test-cases.ts";
import { resultHint } from "../extract/type-hint.ts";
import type { Call } from "./calls.ts";
import { joinedImports } from "./imports.ts";
import { type Join, joinOf } from "./join.ts";
import { type Half, halvesOf } from "./parent.ts";
import { draftOf, type Joined, joinedCode, joinedInstruction, type Shape, shapeOf } from "./joined.ts";

const MAX_CALLS = 3;
const WRONG = ["None", '"x"', "[]", "-1", "object()"];

/** @throws NoTask with the reason why the pair gives none. */
export async function composeTask(
  document: Document,
  context: GenerateContext,
  python: Python,
): Promise<Task> {
  const { halves, seed } = halvesOf(document, python);
  requireApart(halves, python);
  const imports = joinedImports(halves[0].task.imports, halves[1].task.imports, python);
  const environment = await readyEnvironment(document, context);
  const target: ProbeTarget = {
    functionName: halves[0].name,
    imports: imports.join("\n"),
    code: halves.map(({ code }) => code).join("\n\n\n"),
    environment,
    context,
  };
  const shape = shapeOf(halves, await choose(halves, target, randomOf(`${seed}:${document.id}`)));
  const { chosen, edge } = await tryOut(shape, halves, target);
  const facts = chosen.examples[0]?.facts ?? null;
  const joined: Joined = { shape, halves, edge, resultHint: resultHint(facts, imports.join("\n")) };
  const tests = writeTests({ draft: draftOf(shape), form: "value", chosen, edge, python });
  const further = edge.importLine === null ? [] : [edge.importLine];
  const task = assembleTask({
    id: taskIdOf(document.id),
    documentId: document.id,
    source: document.source,
    url: null,
    licence: document.licence,
    domain: document.domain,
    instruction: joinedInstruction(joined),
    requirements: document.requirements,
    requiresPython: halves[0].task.requires_python,
    imports: [...new Set([...imports, ...tests.imports, ...further])].join("\n"),
    functionName: shape.name,
    functionCode: joinedCode(joined),
    testSetup: tests.setup,
    cases: tests.cases,
    provenance: {
      method: "compose",
      toolkitVersion: context.toolkitVersion,
      arguments: {
        seed,
        parents: halves.map(({ task: { task_id } }) => task_id),
        documents: halves.map(({ task: { document_id } }) => document_id),
        result: shape.result,
      },
    },
  });
  return (await dryRun(task, environment, { document, context, python, kind: "pair" })).task;
}

/** @throws NoTask `names-collide` */
function requireApart([first, second]: readonly [Half, Half], python: Python): void {
  const names = python.definitions(first.code).map(({ name }) => name);
  const both = python.definitions(second.code).find(({ name }) => names.includes(name));
  if (both === undefined) return;
  throw new NoTask("names-collide", `Both tasks have a helper \`${both.name}\`.`);
}

async function readyEnvironment(document: Document, context: GenerateContext): Promise<RealisedEnvironment> {
  const realised = await context.environments.resolve(document.requirements, context.signal);
  if (realised.environment.state === "ready") return realised;
  throw new NoTask("install-failed", realised.environment.reason ?? "The requirements cannot be installed.");
}

/** The second on the first's result where that works and tells something; else an operator that fits both. */
async function choose(
  [first, second]: readonly [Half, Half],
  target: ProbeTarget,
  random: (below: number) => number,
): Promise<Join | "chain"> {
  const one = valuesOf(first.calls[0]);
  const other = valuesOf(second.calls[0]);
  const questions = [questionAbout("first", first.name, one), questionAbout("second", second.name, other)];
  const chain = questionAbout("chain", second.name, [callText(first.name, one)]);
  const answers = await ask(target, second.parameters.length === 1 ? [...questions, chain] : questions);
  const factsOf = (id: string): Facts => {
    const seen = readSeen(answers, id, []);
    if (seen?.facts) return seen.facts;
    throw new NoTask(
      "example-does-not-run",
      `A call of the ${id} task: ${seen?.observation.text ?? "no answer"}`,
    );
  };
  const result = [factsOf("first"), factsOf("second")] as const;
  const chained = readSeen(answers, "chain", [])?.facts ?? null;
  if (
    chained !== null &&
    chained.type === result[1].type &&
    chained.text !== result[1].text &&
    chained.length !== 0
  )
    return "chain";
  const join = joinOf(...result, random);
  if (join !== null) return join;
  const types = result.map(({ module, type }) => `${module}.${type}`).join(" and ");
  throw new NoTask("no-operator", `Nothing joins ${types}.`);
}

/** What the joined function gives for the parents' inputs, and inputs that raise. */
async function tryOut(
  shape: Shape,
  halves: readonly [Half, Half],
  target: ProbeTarget,
): Promise<{ chosen: Chosen; edge: Edge }> {
  const joined: ProbeTarget = {
    ...target,
    functionName: shape.name,
    code: `${target.code}\n\n\n${shape.bareCode}`,
  };
  const inputs = inputsOf(shape, halves);
  const wrong = wrongInputsOf(shape, halves);
  const answers = await ask(joined, [
    ...inputs.map((values, place) => questionAbout(`input:${place}`, shape.name, values)),
    ...wrong.map((values, place) => ({ id: `wrong:${place}`, code: callText(shape.name, values) })),
  ]);
  const examples = inputs.flatMap((values, place): ConfirmedExample[] => {
    const seen = readSeen(answers, `input:${place}`, values);
    return seen === null || seen.facts === null || /\b(?:nan|inf)\b/.test(seen.facts.text)
      ? []
      : [{ ...seen, facts: seen.facts, expected: null, equalsDocumented: false }];
  });
  const raising = wrong.flatMap((values, place): Raising[] => {
    const observation = answers.get(`wrong:${place}`);
    return observation?.state === "raised" ? [{ values, observation, shown: false }] : [];
  });
  return {
    chosen: await chooseExamples(examples, () => Promise.resolve([])),
    edge: chooseEdge(raising, NOTHING_DOCUMENTED),
  };
}

/** A joined function has no page that says what it raises. */
const NOTHING_DOCUMENTED = { api: null } as const;

function inputsOf({ chained }: Shape, [first, second]: readonly [Half, Half]): string[][] {
  const ones = first.calls.slice(0, MAX_CALLS).map(valuesOf);
  if (chained) return ones;
  const others = second.calls.slice(0, MAX_CALLS).map(valuesOf);
  const most = Math.max(ones.length, others.length);
  return Array.from({ length: most }, (_, place) => [
    ...(ones[place % ones.length] ?? []),
    ...(others[place % others.length] ?? []),
  ]);
}

function wrongInputsOf({ chained }: Shape, [first, second]: readonly [Half, Half]): string[][] {
  const one = valuesOf(first.calls[0]);
  const other = chained ? [] : valuesOf(second.calls[0]);
  return [
    ...first.raising.map((call) => [...valuesOf(call), ...other]),
    ...(chained ? [] : second.raising.map((call) => [...one, ...valuesOf(call)])),
    ...WRONG.map((value) => [value, ...one.slice(1), ...other]),
  ];
}

function valuesOf(call: Call | undefined): string[] {
  return (call ?? []).map(({ value }) => value);
}

/** Numbers that depend on `seed` and on how many were drawn before. */
function randomOf(seed: string): (below: number) => number {
  let drawn = 0;
  return (below) => Number.parseInt(sha256(`${seed}:${drawn++}`).slice(0, 8), 16) % below;
}
