/** What is known about a candidate after it ran: confirmed examples, near inputs, and inputs that raise. */
import type { Observation } from "../../contracts/sandbox.ts";
import type { Python } from "../../python/index.ts";
import type { Candidate, Example } from "./candidates.ts";
import { matchesOutput } from "./match-output.ts";
import {
  ask,
  callText,
  questionAbout,
  readSeen,
  type Facts,
  type ProbeTarget,
  type Question,
  type Returned,
  type Seen,
} from "./observe.ts";
import { NoTask } from "./reject.ts";
import { nearInputs, wrongInputs } from "./variations.ts";

export interface ConfirmedExample extends Returned {
  /** Null for a recorded value. */
  readonly expected: string | null;
  /** True when the documented text, read as Python, is equal to the value. */
  readonly equalsDocumented: boolean;
}

export interface Raising {
  readonly values: readonly string[];
  readonly observation: Observation;
  /** True for a traceback of the documentation. */
  readonly shown: boolean;
}

export interface Exploration {
  readonly examples: readonly ConfirmedExample[];
  /** Documented tracebacks first. */
  readonly raising: readonly Raising[];
}

const MAX_EXAMPLES = 6;
const MAX_TRACEBACKS = 3;

/**
 * Examples that run and give what the documentation shows, and inputs that raise: one job for all of them.
 * @throws NoTask when no example does.
 */
export async function explore(
  candidate: Candidate,
  target: ProbeTarget,
  python: Python,
): Promise<Exploration> {
  const examples = candidate.examples.slice(0, MAX_EXAMPLES);
  const shown = candidate.tracebacks.slice(0, MAX_TRACEBACKS);
  const wrong = wrongInputs(examples[0]?.values ?? []);
  const name = target.functionName;
  const answers = await ask(target, [
    ...examples.map((example, index) => questionAbout(`example:${index}`, name, example.values)),
    ...examples.flatMap((example, index) => sameQuestion(`same:${index}`, name, example, python)),
    ...shown.map(({ values }, index) => ({ id: `shown:${index}`, code: callText(name, values) })),
    ...wrong.map((values, index) => ({ id: `wrong:${index}`, code: callText(name, values) })),
  ]);
  return {
    examples: confirmed(candidate, examples, answers),
    raising: [
      ...shown.flatMap((one, index) => raised(answers.get(`shown:${index}`), one.values, one.exception)),
      ...wrong.flatMap((values, index) => raised(answers.get(`wrong:${index}`), values, null)),
    ],
  };
}

function confirmed(
  candidate: Candidate,
  examples: readonly Example[],
  answers: ReadonlyMap<string, Observation>,
): ConfirmedExample[] {
  const seen = examples.map((example, index) => readSeen(answers, `example:${index}`, example.values));
  const found = examples.flatMap((example, index): ConfirmedExample[] => {
    const one = seen[index];
    if (one === null || one === undefined || one.facts === null) return [];
    if (example.expected !== null && !isShown(example.expected, one.facts, candidate.form)) return [];
    const equalsDocumented = answers.get(`same:${index}`)?.printed === "True";
    return [{ ...one, facts: one.facts, expected: example.expected, equalsDocumented }];
  });
  if (found.length === 0) throw whyNone(candidate, examples[0], seen[0] ?? null);
  return found;
}

/** Older documentation shows NumPy's scalars as plain numbers. */
function isShown(expected: string, facts: Facts, form: Candidate["form"]): boolean {
  if (matchesOutput(expected, form === "printed" ? facts.printed : facts.text)) return true;
  return facts.module === "numpy" && facts.shape?.length === 0 && matchesOutput(expected, facts.printed);
}

/** Asks whether the documented text is an expression that equals the value ("Fraction(13, 21)"). */
function sameQuestion(id: string, name: string, example: Example, python: Python): Question[] {
  const expected = example.expected?.trim() ?? "";
  const expression = /^[A-Za-z_]/.test(expected) && expected.length < 2_000 && python.parses(`(${expected})`);
  return expression ? [{ id, code: `_same(${callText(name, example.values)}, (${expected}))` }] : [];
}

/** Results of inputs that differ a little from an example's. */
export async function tryNearInputs(
  values: readonly string[],
  target: ProbeTarget,
  python: Python,
): Promise<Returned[]> {
  const near = nearInputs(values, python);
  const name = target.functionName;
  const questions = near.map((inputs, index) => questionAbout(`near:${index}`, name, inputs));
  const answers = await ask(target, questions);
  return near.flatMap((inputs, index) => {
    const seen = readSeen(answers, `near:${index}`, inputs);
    return seen === null || seen.facts === null ? [] : [{ ...seen, facts: seen.facts }];
  });
}

function raised(
  observation: Observation | undefined,
  values: readonly string[],
  exception: string | null,
): Raising[] {
  if (observation?.state !== "raised") return [];
  const leaf = (observation.type ?? "").split(".").at(-1);
  if (exception !== null && leaf !== exception) return [];
  return [{ values, observation, shown: exception !== null }];
}

function whyNone(candidate: Candidate, example: Example | undefined, seen: Seen | null): NoTask {
  if (seen === null)
    return new NoTask("not-deterministic", "Two runs of the example gave different results.");
  const { state, type, text } = seen.observation;
  const message = `${type ?? state}: ${text.slice(0, 300)}`;
  if (state === "raised") return new NoTask(whyRaised(type ?? "", text), `The example raises ${message}`);
  if (seen.facts === null) return new NoTask("example-does-not-run", `The example ended as ${message}`);
  const shown = candidate.form === "printed" ? seen.facts.printed : seen.facts.text;
  const wanted = JSON.stringify((example?.expected ?? "").slice(0, 200));
  const got = JSON.stringify(shown.slice(0, 200));
  return new NoTask("output-differs", `The documentation shows ${wanted}, the example gives ${got}.`);
}

const NETWORK_ERRORS = /URLError|HTTPError|ConnectionError|gaierror|MaxRetryError|LocalEntryNotFoundError/;

function whyRaised(type: string, message: string): string {
  if (NETWORK_ERRORS.test(type)) return "needs-network";
  if (/network|resolve host|name resolution|connection/i.test(message) && type.endsWith("OSError"))
    return "needs-network";
  return type.endsWith("FileNotFoundError") ? "needs-asset" : "example-does-not-run";
}
