/** What programs give for the calls of tests, as literals: for corrected and rewritten tests, and to compare behaviour. */
import type { RankingTask, RankingTest } from "../../contracts/ranking.ts";
import type { Observation, ProbeReport } from "../../contracts/sandbox.ts";
import { programText } from "../../rank/candidate-program.ts";
import { headOf } from "../../rank/tests/right-value.ts";
import { indent } from "../../rank/tests/write-test.ts";
import { retrySandbox } from "../retry-sandbox.ts";
import type { MatrixContext } from "./pass-matrix.ts";

/** What one program gave for one call. */
export interface Value {
  /** Python literal that is equal to the value; null when there is none (NaN, objects, generators, no value at all). */
  readonly literal: string | null;
  /** Equal for what cannot be told apart: type and text of the value, or of the exception. */
  readonly behaviour: string;
}

/**
 * One value a test, in their order; tests that are not one comparison have none.
 * @throws SandboxGaveUp when the sandbox, not the program, broke.
 */
export async function observe(
  task: RankingTask,
  code: string,
  tests: readonly RankingTest[],
  context: MatrixContext,
): Promise<Value[]> {
  const { sandbox, environment, limits, signal } = context;
  const text = programText(task, code, context);
  const functions = tests.map((test, place) => valueFunction(task, test, place));
  const job = {
    kind: "probe" as const,
    program: {
      fileName: "observed.py",
      imports: { code: "", firstLine: 1 },
      function: { code: `${text}\n\n\n${functions.join("\n")}`, firstLine: 1 },
      functionName: task.functionName,
      tests: { code: "", firstLine: 1 },
    },
    expressions: tests.flatMap(({ comparison }, place) =>
      comparison === null ? [] : [{ id: String(place), code: `${nameOf(place)}()` }],
    ),
    hashSeed: 0,
    limits,
  };
  const report: ProbeReport = await retrySandbox(() => sandbox.probe(environment, job, signal), signal);
  const found = new Map(report.observations.map((observation) => [observation.id, observation]));
  return tests.map((_, place) => valueOf(found.get(String(place))));
}

function nameOf(place: number): string {
  return `_observed_value_${place}`;
}

function valueFunction(task: RankingTask, test: RankingTest, place: number): string {
  const { comparison } = test;
  if (comparison === null) return "";
  const lines = [task.setup, headOf(test), comparison.setup, `return ${comparison.call}`];
  return `def ${nameOf(place)}():\n${indent(lines.filter((line) => line.trim() !== "").join("\n"))}\n`;
}

function valueOf(observation: Observation | undefined): Value {
  if (observation === undefined) return { literal: null, behaviour: "not a comparison" };
  const { state, type, text, literal, via } = observation;
  if (state !== "returned")
    return { literal: null, behaviour: state === "raised" ? `raised ${type}` : state };
  return { literal: via === "tolist" ? null : literal, behaviour: `${type} ${literal ?? text}` };
}
