/**
 * The same pieces as a function call, for servers that have none: each field stands between its own tags.
 * `<signature>` … `</signature>`. A field without its closing tag at the end of the reply was cut off.
 */
import type { ReplyFormat } from "../contracts/model.ts";

/** Names of a format's fields, in order. */
export function fieldNames(format: ReplyFormat): string[] {
  const properties = format.schema["properties"];
  return typeof properties === "object" && !Array.isArray(properties) ? Object.keys(properties ?? {}) : [];
}

/** What to add to a request so that the answer comes in tags. */
export function protocolInstruction(format: ReplyFormat): string {
  const properties = (format.schema["properties"] ?? {}) as Readonly<
    Record<string, { description?: unknown }>
  >;
  const lines = fieldNames(format).map((name) => {
    const { description } = properties[name] ?? {};
    return `<${name}>${typeof description === "string" ? description : "…"}</${name}>`;
  });
  return `Answer with these parts and nothing else, each between its tags:\n${lines.join("\n")}`;
}

export type ProtocolReading =
  | { readonly state: "read"; readonly fields: Record<string, string> }
  | { readonly state: "cut"; readonly field: string }
  | { readonly state: "missing"; readonly fields: readonly string[] };

/** The fields of a reply. Searching goes forward only, so time grows with the reply's length. */
export function readProtocol(reply: string, format: ReplyFormat): ProtocolReading {
  const names = fieldNames(format);
  const starts = new Map<string, number>();
  for (const name of names) {
    const start = reply.indexOf(`<${name}>`);
    if (start !== -1) starts.set(name, start);
  }
  const missing = names.filter((name) => !starts.has(name));
  const fields: Record<string, string> = {};
  for (const [name, start] of starts) {
    const from = start + name.length + 2;
    const next = Math.min(...[...starts.values()].filter((other) => other > start), reply.length);
    const end = reply.lastIndexOf(`</${name}>`, next);
    if (end >= from) fields[name] = trimBlankLines(reply.slice(from, end));
    else if (next === reply.length) return { state: "cut", field: name };
    else fields[name] = trimBlankLines(reply.slice(from, next)); // the next field begins: this one has ended
  }
  return missing.length > 0 ? { state: "missing", fields: missing } : { state: "read", fields };
}

function trimBlankLines(text: string): string {
  return text.replace(/^(?:[ \t]*\n)+/, "").trimEnd();
}
