/** reST field lists: `:param int x: text`, `:type x: int`, `:returns: text`, `:raises E: text`. */
import type { DocstringParts, DocumentedName } from "./docstring-parts.ts";

interface Field {
  readonly kind: string;
  readonly argument: string;
  readonly text: string;
}

export function restParts(lines: readonly string[]): DocstringParts {
  const first = lines.findIndex((line) => FIELD.test(line));
  const fields = readFields(lines.slice(first));
  const of = (...kinds: string[]): Field[] => fields.filter((field) => kinds.includes(field.kind));
  const types = new Map(of("type").map((field) => [field.argument, field.text]));
  const returned = of("return", "returns", "rtype").map((field) => field.text);
  return {
    style: "rest",
    description: lines.slice(0, first).join("\n"),
    parameters: of("param", "parameter", "arg", "argument", "key", "keyword").map((field) =>
      parameter(field, types),
    ),
    returns: returned.length === 0 ? null : returned.join("\n"),
    raises: of("raise", "raises", "except", "exception").map((field) => ({
      exception: field.argument,
      description: field.text,
    })),
    sections: [],
  };
}

const FIELD = /^\s*:(\w+)(?:\s+([^:]*))?:\s*(.*)$/;

function readFields(lines: readonly string[]): Field[] {
  const fields: Field[] = [];
  for (const line of lines) {
    const match = FIELD.exec(line);
    const last = fields.at(-1);
    if (match !== null) {
      fields.push({ kind: match[1] ?? "", argument: (match[2] ?? "").trim(), text: match[3] ?? "" });
    } else if (last !== undefined && line.trim() !== "") {
      fields[fields.length - 1] = { ...last, text: `${last.text} ${line.trim()}`.trim() };
    }
  }
  return fields;
}

/** `:param int x:` names the type before the parameter. */
function parameter(field: Field, types: ReadonlyMap<string, string>): DocumentedName {
  const words = field.argument.split(/\s+/);
  const name = (words.at(-1) ?? "").replace(/^\*{1,2}/, "");
  const inline = words.slice(0, -1).join(" ");
  return { name, type: inline === "" ? (types.get(name) ?? null) : inline, description: field.text };
}
