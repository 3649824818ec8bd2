/** Inputs from the model's generators that its validator allows, as Python source. */
import { z } from "zod";
import type { GenerateContext } from "../../contracts/generator.ts";
import type { Program } from "../../contracts/sandbox.ts";
import type { Task } from "../../contracts/task.ts";
import { NoDraft } from "../model/conversation.ts";
import { type Draft, fieldCode } from "../model/draft.ts";
import type { Asking } from "../model/pieces.ts";
import { toProgram } from "../../task/index.ts";

export interface HardInput {
  /** Source of each argument. */
  readonly values: readonly string[];
  readonly from: "direct" | "regular" | "hacking";
}

/** A draft with the task it makes. */
export interface Drafted {
  readonly draft: Draft;
  readonly task: Task;
}

const GENERATORS = [
  { from: "hacking", call: "hacking_inputs()" },
  { from: "regular", call: "regular_inputs(0)" },
  { from: "direct", call: "direct_inputs()" },
] as const;

const MAX_OF_EACH = 8;

/** Only what can be written down again counts as an input: `repr` has to give the same value back. */
const SELECTION = `
def _codergen_selected(inputs):
    import ast
    import json

    chosen = []
    for arguments in list(inputs)[:64]:
        if not isinstance(arguments, (tuple, list)):
            continue
        try:
            if is_valid_input(*arguments) is not True:
                continue
            texts = [repr(argument) for argument in arguments]
            if [ast.literal_eval(text) for text in texts] != list(arguments) or sum(map(len, texts)) > 600:
                continue
        except Exception:
            continue
        if texts not in chosen:
            chosen.append(texts)
    return json.dumps(chosen[:${MAX_OF_EACH}])
`;

const textsSchema = z.array(z.array(z.string()));

/**
 * Asks the test writer, who does not see the implementation, and runs what it wrote.
 * @throws NoDraft when the answer is not usable or its functions fail.
 */
export async function askInputs(
  { conversation }: Asking,
  { draft, task }: Drafted,
  context: GenerateContext,
): Promise<HardInput[]> {
  const { requirement, imports, signature, functionName: name } = draft;
  const fields = await conversation.ask({
    role: "test-writer",
    promptId: "generate/hard-inputs",
    piece: "inputs",
    round: 0,
    values: { requirement, imports, signature, name },
  });
  const parts = ["validator", "direct", "regular", "hacking"].map((field) => fieldCode(fields[field]));
  const code = [...parts, SELECTION.trim()].join("\n\n\n");
  const base = toProgram(task);
  const program: Program = { ...base, function: { ...base.function, code }, functionName: "is_valid_input" };
  const inputs = await selected(program, task, context);
  if (inputs.length === 0) {
    conversation.judge(["inputs"], "run-failed", ["no generator gave an input that the validator allows"]);
    throw new NoDraft("no-inputs", "no generator gave an input that the validator allows");
  }
  return inputs;
}

async function selected(program: Program, task: Task, context: GenerateContext): Promise<HardInput[]> {
  const realised = await context.environments.resolve(task.requirements, context.signal);
  const expressions = GENERATORS.map(({ from, call }) => ({ id: from, code: `_codergen_selected(${call})` }));
  const job = { kind: "probe" as const, program, expressions, hashSeed: 0, limits: context.limits };
  const { observations } = await context.sandbox.probe(realised, job, context.signal);
  return GENERATORS.flatMap(({ from }) => {
    const seen = observations.find(({ id }) => id === from);
    if (seen?.state !== "returned") return [];
    return readTexts(seen.printed).map((values) => ({ values, from }));
  });
}

/** What is printed was made by the model's own program and may be anything. */
function readTexts(printed: string): string[][] {
  try {
    return textsSchema.parse(JSON.parse(printed));
  } catch {
    return [];
  }
}
