/** The mapping of `csv` and `jsonl`: which column holds which field of a document. */
import { closest } from "fastest-levenshtein";
import { z } from "zod";
import { ToolkitError } from "../src/errors.ts";

export const documentFields = [
  "name",
  "title",
  "description",
  "code",
  "domain",
  "url",
  "licence",
  "revision",
  "requirements",
  "tags",
  "group",
] as const;
export type DocumentField = (typeof documentFields)[number];

/** Column names by document field. */
export type Columns = Partial<Record<DocumentField, string>>;

/** An object, or text such as "name=title,code=snippet". */
export const columnsSchema = z
  .union([z.record(z.string(), z.string()), z.string()])
  .default({})
  .describe(`columns by document field, e.g. name=title,code=snippet; fields: ${documentFields.join(", ")}`);

/**
 * The mapping against the columns there are; fields without a mapping take the column of their own name.
 * @throws ToolkitError for an unknown field or column, with the nearest and the choices.
 */
export function resolveColumns(
  given: z.infer<typeof columnsSchema>,
  available: readonly string[],
  file: string,
): Columns {
  const wanted = typeof given === "string" ? parsePairs(given) : Object.entries(given);
  const fields = wanted.map(([field]) => field);
  const doubled = fields.find((field, place) => fields.indexOf(field) !== place);
  if (doubled !== undefined) {
    throw new ToolkitError("usage", `"${doubled}" is mapped twice.`, { hint: "Give one column a field." });
  }
  const columns: Columns = {};
  for (const field of documentFields) if (available.includes(field)) columns[field] = field;
  for (const [field, column] of wanted) {
    const known = documentFields.find((one) => one === field);
    if (known === undefined) throw unknown(`"${field}" is no field of a document`, field, documentFields);
    if (!available.includes(column)) throw unknown(`${file} has no column "${column}"`, column, available);
    columns[known] = column;
  }
  if (Object.keys(columns).length === 0) {
    throw new ToolkitError("usage", `No column of ${file} is mapped to a field of a document.`, {
      hint: `Give --columns name=…,description=…,code=…; the columns are: ${available.join(", ")}.`,
    });
  }
  return columns;
}

function parsePairs(text: string): [string, string][] {
  return text
    .split(",")
    .filter((pair) => pair.trim() !== "")
    .map((pair) => {
      const equals = pair.indexOf("=");
      if (equals < 1)
        throw new ToolkitError("usage", `"${pair.trim()}" is no mapping.`, {
          hint: "Write field=column, separated by commas.",
        });
      return [pair.slice(0, equals).trim(), pair.slice(equals + 1).trim()];
    });
}

function unknown(message: string, given: string, choices: readonly string[]): ToolkitError {
  const nearest = choices.length === 0 ? "" : ` Nearest: "${closest(given, [...choices])}".`;
  return new ToolkitError("usage", `${message}.${nearest}`, {
    hint: `The choices are: ${choices.join(", ")}.`,
  });
}
