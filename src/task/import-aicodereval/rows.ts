/** JSON rows: sections as strings that keep their markers, and a model's prediction where there is one. */
import { z } from "zod";
import type { ImportRecord } from "./record.ts";
import type { RawProgram } from "./read-program.ts";
import { readLayout } from "./sections.ts";

const rowSchema = z.looseObject({
  path: z.string().optional(),
  content: z.string().optional(),
  function_req: z.string().optional(),
  function_import: z.string(),
  function_code: z.string(),
  test_function_code: z.string(),
  call_test_function_code: z.string().optional(),
  call_test_function_line: z.string().optional(),
  instruct: z.string().optional(),
  prediction: z.string().optional(),
});

/** The row's program, or its record when it is none. */
export function importRow(input: string, text: string): RawProgram | ImportRecord {
  const row = rowSchema.safeParse(parse(text));
  if (!row.success)
    return rejected(
      input,
      text.trim() === "" ? "The file is empty." : "The row has not the fields of the layout.",
    );
  const { data } = row;
  const call = data.call_test_function_code ?? data.call_test_function_line ?? "";
  const answered = data.prediction !== undefined && data.instruct !== undefined;
  const head = answered
    ? `${data.instruct ?? ""}${cutAtDefinition(data.prediction ?? "")}`
    : [data.function_req ?? "", data.function_import, data.function_code].join("\n");
  const layout = readLayout([head, data.test_function_code, call].join("\n"));
  if (layout === null) return rejected(input, "The row's sections have no markers.");
  const file = (data.path ?? input).split("/").at(-1) ?? input;
  return {
    input,
    name: file.replace(/^f\d+_/, "").replace(/\.\w+$/, ""),
    sections: layout.sections,
    requirementsFile: null,
    prompt: null,
    understood: {
      layout: answered ? "model answer row" : "row",
      markers: [...layout.markers],
      path: data.path ?? null,
    },
    notUnderstood: layout.extraMarkers.map((words) => `a marker line "${words}"; its text stays where it is`),
  };
}

/** A model's answer goes on after the function: what follows the next top-level `def` is not part of it. */
function cutAtDefinition(prediction: string): string {
  const end = prediction.indexOf("\ndef");
  return end < 0 ? prediction : prediction.slice(0, end);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function rejected(input: string, detail: string): ImportRecord {
  return {
    input,
    state: "rejected",
    reason: "no-layout",
    detail,
    task: null,
    understood: {},
    notUnderstood: [],
  };
}
