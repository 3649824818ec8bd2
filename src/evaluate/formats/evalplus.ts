/** EvalPlus's HumanEval+ and MBPP+: inputs in two sets (`base_input`, `plus_input`), expected values from the solution. */
import { z } from "zod";
import tables from "../../../data/evalplus-inputs.json" with { type: "json" };
import { evalplusJudge } from "./evalplus-judge.py.ts";
import { promptTexts } from "./humaneval.ts";
import { pythonString } from "./python-text.ts";
import { type ReadRow, taskIdSchema } from "./read-row.ts";

const schema = z.object({
  task_id: taskIdSchema,
  prompt: z.string(),
  entry_point: z.string().min(1),
  canonical_solution: z.string(),
  atol: z.number().default(0),
});

export const readEvalPlus: ReadRow = (row, { python, parse }) => {
  const record = parse(schema, row, Object.keys(schema.shape));
  const { task_id: id, prompt, entry_point: functionName, canonical_solution } = record;
  const reference = prompt + canonical_solution;
  const sets = (["base", "plus"] as const).flatMap((name) => {
    const inputs = row.raw(`${name}_input`);
    return inputs === null || /^\[\s*\]$/.test(inputs) ? [] : [{ name, inputs }];
  });
  const settings = [
    `_NAME = ${pythonString(functionName)}`,
    `_SOURCE = ${pythonString(reference)}`,
    `_TOLERANCE = ${record.atol}`,
    `_CONVERSION = ${pythonString(conversionOf(id))}`,
    `_ORACLE = ${pythonString(oracleOf(functionName, id))}`,
  ];
  const cases = sets.map(({ name, inputs }) =>
    [`\n\ndef test_${name}():`, `    _check(${functionName}, _json.loads(${pythonString(inputs)}))`, ""].join(
      "\n",
    ),
  );
  return {
    id,
    format: "evalplus",
    cluster: id,
    functionName,
    requirements: [],
    ...promptTexts(prompt, functionName, python),
    judge: {
      context: prompt,
      tests: `${settings.join("\n")}\n${evalplusJudge}${cases.join("")}`,
      cases: sets.map(({ name }) => ({ kind: "correctness", name: `test_${name}` })),
      entry: "function",
    },
    reference,
    vacuousCases: null,
  };
};

/** How JSON's lists become what the function takes; MBPP+ only. */
function conversionOf(id: string): string {
  const number = /^mbpp\/(\d+)$/i.exec(id)?.[1];
  const found = Object.entries(tables.conversions).find(([, ids]) => ids.includes(Number(number)));
  return found?.[0] ?? "";
}

/** Where equality is not what is asked. */
function oracleOf(functionName: string, id: string): string {
  const found = Object.entries(tables.oracles).find(([, names]) => names.includes(functionName));
  if (found === undefined) return "";
  return (found[0] === "polynomial-zero") === /^humaneval\//i.test(id) ? found[0] : "";
}
