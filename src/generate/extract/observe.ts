/** Asks the sandbox what calls of a candidate give. */
import { z } from "zod";
import type { RealisedEnvironment } from "../../contracts/environment.ts";
import type { GenerateContext } from "../../contracts/generator.ts";
import type { Observation, Program } from "../../contracts/sandbox.ts";
import { FACTS } from "./python-snippets.ts";
import { NoTask } from "./reject.ts";

export const factsSchema = z.object({
  /** `repr` of the value, and what `print` shows, both cut when long. */
  text: z.string(),
  printed: z.string(),
  type: z.string(),
  module: z.string(),
  /** The value as source, arrays as lists; null when it has none. */
  plain: z.string().nullable(),
  /** True when `plain` is not the value itself but its arrays as lists. */
  converted: z.boolean(),
  length: z.int().nullable(),
  shape: z.array(z.int()).nullable(),
  dtype: z.string().nullable(),
  /** Smallest and greatest of the numbers in the value; null when there is anything else. */
  low: z.number().nullable(),
  high: z.number().nullable(),
  start: z.string().nullable(),
  /** Equal to the first argument. */
  isInput: z.boolean(),
  /** Of the first argument's type. */
  likeInput: z.boolean(),
});
export type Facts = z.infer<typeof factsSchema>;

/** What one call gave. */
export interface Seen {
  readonly values: readonly string[];
  readonly observation: Observation;
  /** Null when the call raised, or when too much was seen to be kept. */
  readonly facts: Facts | null;
}

/** A call that returned. */
export interface Returned extends Seen {
  readonly facts: Facts;
}

export interface Question {
  readonly id: string;
  readonly code: string;
}

export interface ProbeTarget {
  readonly functionName: string;
  readonly imports: string;
  readonly code: string;
  readonly environment: RealisedEnvironment;
  readonly context: GenerateContext;
}

/** Inputs that nobody documented may run for ever, and a case should be quick: probes get little time. */
const TRIAL_LIMITS = { cpuSeconds: 5, wallSeconds: 20 };

/**
 * One run with hash seed 0. The dry run of the finished task, with another seed, is the second run that a recorded
 * value needs.
 * @throws NoTask `example-does-not-run` when imports or definitions fail.
 */
export async function ask(
  target: ProbeTarget,
  questions: readonly Question[],
): Promise<Map<string, Observation>> {
  if (questions.length === 0) return new Map();
  const { context, environment } = target;
  const program: Program = {
    fileName: "example.py",
    imports: { code: target.imports, firstLine: 1 },
    function: { code: `${target.code}\n\n\n${FACTS}`, firstLine: 1 },
    functionName: target.functionName,
    tests: { code: "", firstLine: 1 },
  };
  const limits = { ...context.limits, ...TRIAL_LIMITS };
  const job = { kind: "probe" as const, program, expressions: [...questions], hashSeed: 0, limits };
  const report = await context.sandbox.probe(environment, job, context.signal);
  if (report.outcome !== "completed" && report.observations.length === 0) {
    const why =
      report.cause === null ? report.outcome : `${report.cause.exception ?? ""}: ${report.cause.message}`;
    throw new NoTask("example-does-not-run", `The example's imports or definitions fail: ${why}`);
  }
  return new Map(report.observations.map((seen) => [seen.id, seen]));
}

/** Asks for facts about what a call gives. */
export function questionAbout(id: string, name: string, values: readonly string[]): Question {
  return { id, code: `_facts(${callText(name, values)}, [${values.join(", ")}])` };
}

export function callText(name: string, values: readonly string[]): string {
  return `${name}(${values.join(", ")})`;
}

export function readSeen(
  answers: ReadonlyMap<string, Observation>,
  id: string,
  values: readonly string[],
): Seen | null {
  const observation = answers.get(id);
  if (observation === undefined) return null;
  return { values, observation, facts: readFacts(observation) };
}

function readFacts(observation: Observation): Facts | null {
  if (observation.state !== "returned") return null;
  try {
    return factsSchema.parse(JSON.parse(observation.printed));
  } catch {
    return null;
  }
}
