/** Values that solutions agree on: the verified function and further samples, two of up to five. */
import type { Observation } from "../../contracts/sandbox.ts";
import type { GenerateContext } from "../../contracts/generator.ts";
import type { Task } from "../../contracts/task.ts";
import { NoDraft } from "../model/conversation.ts";
import type { Improving } from "../model/improve.ts";
import { askImplementation, type Implementation } from "../model/pieces.ts";
import { toProgram } from "../../task/index.ts";
import type { Drafted, HardInput } from "./inputs.ts";

/** Samples besides the verified function. */
const MOST_SAMPLES = 4;
const FIRST_SAMPLES = 1;

/** The call that was agreed on, and the source of its value. */
export interface AgreedValue {
  readonly values: readonly string[];
  readonly expected: string;
}

export interface Agreement {
  readonly values: readonly AgreedValue[];
  readonly counts: {
    readonly solutions: number;
    readonly agreed: number;
    /** Two samples agreed on something else than the verified function: the input is left out. */
    readonly disputed: number;
  };
}

/** Asks for samples until every input has two solutions that agree, or the samples are used up. */
export async function agreeOnValues(
  drafted: Drafted,
  inputs: readonly HardInput[],
  improving: Improving,
): Promise<Agreement> {
  const { context } = improving;
  const reference = await valuesOf(drafted.task, inputs, context);
  const samples: (readonly (string | null)[])[] = [];
  let votes = countVotes(reference, samples);
  for (let index = 1; index <= MOST_SAMPLES; index++) {
    const open = votes.some((vote) => vote === "open");
    if (index > FIRST_SAMPLES && !open) break;
    const sample = await sampleOf(drafted, improving, index);
    if (sample === null) continue;
    const given = await valuesOf(improving.toTask({ ...drafted.draft, ...sample }), inputs, context);
    samples.push(given);
    judgeSample(improving, index, reference, given);
    votes = countVotes(reference, samples);
  }
  const values = inputs.flatMap((input, index) => {
    const expected = reference[index];
    const agreed = votes[index] === "agreed" && typeof expected === "string";
    return agreed ? [{ values: input.values, expected }] : [];
  });
  const disputed = votes.filter((vote) => vote === "disputed").length;
  return { values, counts: { solutions: samples.length + 1, agreed: values.length, disputed } };
}

type Vote = "agreed" | "disputed" | "open" | "no-value";

function countVotes(
  reference: readonly (string | null)[],
  samples: readonly (readonly (string | null)[])[],
): Vote[] {
  return reference.map((value, index) => {
    const others = samples.map((sample) => sample[index] ?? null).filter((other) => other !== null);
    if (others.some((other, at) => other !== value && others.indexOf(other) !== at)) return "disputed";
    if (value === null) return "no-value";
    return others.includes(value) ? "agreed" : "open";
  });
}

async function sampleOf(
  { draft }: Drafted,
  { asking }: Improving,
  index: number,
): Promise<Implementation | null> {
  try {
    return await askImplementation(asking, draft, index);
  } catch (error) {
    if (error instanceof NoDraft) return null; // kept among the attempts; the next sample may do
    throw error;
  }
}

/** What a solution gives for each input, as source; null where it gives nothing that can be written down. */
async function valuesOf(
  task: Task,
  inputs: readonly HardInput[],
  context: GenerateContext,
): Promise<(string | null)[]> {
  const realised = await context.environments.resolve(task.requirements, context.signal);
  const expressions = inputs.map(({ values }, index) => ({
    id: String(index),
    code: `${task.functionName}(${values.join(", ")})`,
  }));
  const program = toProgram(task);
  const job = { kind: "probe" as const, program, expressions, hashSeed: 1, limits: context.limits };
  const { observations } = await context.sandbox.probe(realised, job, context.signal);
  const byId = new Map(observations.map((seen) => [seen.id, seen]));
  return inputs.map((_input, index) => sourceOf(byId.get(String(index))));
}

function sourceOf(seen: Observation | undefined): string | null {
  if (seen?.state !== "returned" || seen.via !== "value" || seen.literal === null) return null;
  return seen.literal.length <= 600 ? seen.literal : null;
}

function judgeSample(
  { asking }: Improving,
  index: number,
  reference: readonly (string | null)[],
  given: readonly (string | null)[],
): void {
  const apart = given.filter((value, at) => value !== reference[at]).length;
  const problems =
    apart === 0 ? [] : [`${apart} of ${given.length} values differ from the verified function's`];
  const result = apart === 0 ? "kept" : "run-failed";
  asking.conversation.judge([`implementation-${index}`], result, problems);
}
