/** A task as the half of a joined one: its function under a private name, and the calls that its tests make. */
import { z } from "zod";
import type { Document } from "../../contracts/document.ts";
import type { Python } from "../../python/index.ts";
import { NoTask } from "../extract/reject.ts";
import { type Call, callsIn } from "./calls.ts";

const parentSchema = z.looseObject({
  task_id: z.string(),
  document_id: z.string(),
  instruction: z.string(),
  requires_python: z.string(),
  requirements: z.array(z.string()),
  imports: z.string(),
  function_name: z.string(),
  function: z.string(),
  tests: z.string(),
});

const pairSchema = z.object({ seed: z.int(), pair: z.tuple([parentSchema, parentSchema]) });

export interface Half {
  readonly task: z.infer<typeof parentSchema>;
  /** The function's name inside the joined task. */
  readonly name: string;
  /** Its code under that name. */
  readonly code: string;
  readonly parameters: readonly HalfParameter[];
  /** Calls of the tests that return, and those that are expected to raise; all with the same parameters. */
  readonly calls: readonly Call[];
  readonly raising: readonly Call[];
}

export interface HalfParameter {
  readonly name: string;
  readonly hint: string;
}

/** @throws NoTask `no-pair`, `no-plain-call` */
export function halvesOf(document: Document, python: Python): { halves: [Half, Half]; seed: number } {
  const parsed = pairSchema.safeParse(document.extra);
  if (!parsed.success)
    throw new NoTask("no-pair", "The document is no pair of tasks: they come from the source `tasks`.");
  const { pair, seed } = parsed.data;
  const [first, second] = pair;
  return { halves: [halfOf(first, python), halfOf(second, python)], seed };
}

function halfOf(task: z.infer<typeof parentSchema>, python: Python): Half {
  const { function_name: given, function: code } = task;
  const definition = python.functions(code).find(({ name }) => name === given);
  const calls = callsIn(task.tests, given, definition?.parameters ?? [], python);
  const shape = (call: Call): string => call.map(({ parameter }) => parameter).join(" ");
  const [first] = calls.returning;
  if (definition === undefined || first === undefined)
    throw new NoTask("no-plain-call", `No test of ${task.task_id} calls ${given} with plain values.`);
  return {
    task,
    name: `_${given}`,
    code: renamed(code, given, python),
    parameters: first.map(({ parameter }) => {
      const found = definition.parameters.find(({ name }) => name === parameter);
      return { name: parameter, hint: found?.annotation ?? "object" };
    }),
    calls: calls.returning.filter((call) => shape(call) === shape(first)),
    raising: calls.raising.filter((call) => shape(call) === shape(first)),
  };
}

/** Helpers begin with an underscore; recursion follows. */
function renamed(code: string, name: string, python: Python): string {
  const places = python.withRoot(code, (root) =>
    root
      .descendantsOfType("identifier")
      .filter(
        (node) => node.text === name && !["attribute", "keyword_argument"].includes(node.parent?.type ?? ""),
      )
      .map((node) => node.startIndex),
  );
  return places.reduceRight((text, place) => `${text.slice(0, place)}_${text.slice(place)}`, code);
}
