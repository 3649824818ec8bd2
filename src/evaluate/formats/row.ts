/**
 * One row of a benchmark's file. Fields keep the text they were written in: test inputs are handed to Python as they
 * stand, since JavaScript would read 1.0 as 1 and round large integers.
 */

export interface Row {
  /** The field's value; undefined when it is missing or no JSON (a NaN inside, for instance). */
  get(name: string): unknown;
  /** The field's JSON text; null when it is missing. */
  raw(name: string): string | null;
  readonly names: readonly string[];
}

/** A row from the text of one JSON object; null when it is none. */
export function rowOfText(text: string): Row | null {
  const fields = jsonFields(text);
  if (fields === null) return null;
  return {
    names: [...fields.keys()],
    raw: (name) => fields.get(name) ?? null,
    get(name) {
      const raw = fields.get(name);
      return raw === undefined ? undefined : parsed(raw);
    },
  };
}

/** A row from values that were read already (Parquet). */
export function rowOfObject(object: Readonly<Record<string, unknown>>): Row {
  return {
    names: Object.keys(object),
    get: (name) => object[name],
    raw: (name) => (object[name] === undefined ? null : jsonText(object[name])),
  };
}

function jsonText(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) => (typeof inner === "bigint" ? Number(inner) : inner));
}

function parsed(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    return undefined;
  }
}

/** The text of every field of an object, without reading the values. */
export function jsonFields(text: string): Map<string, string> | null {
  const fields = new Map<string, string>();
  let place = skipBlank(text, 0);
  if (text[place] !== "{") return null;
  place = skipBlank(text, place + 1);
  while (text[place] !== "}") {
    if (text[place] !== '"') return null;
    const nameEnd = stringEnd(text, place);
    const name = parsed(text.slice(place, nameEnd));
    place = skipBlank(text, nameEnd);
    if (typeof name !== "string" || text[place] !== ":") return null;
    const start = skipBlank(text, place + 1);
    const end = valueEnd(text, start);
    if (end === start) return null;
    fields.set(name, text.slice(start, end));
    place = skipBlank(text, end);
    if (text[place] === ",") place = skipBlank(text, place + 1);
    else if (text[place] !== "}") return null;
  }
  return fields;
}

function skipBlank(text: string, from: number): number {
  let place = from;
  while (place < text.length && /\s/.test(text[place] ?? "")) place++;
  return place;
}

/** The place behind a string that begins at `start`. */
function stringEnd(text: string, start: number): number {
  for (let place = start + 1; place < text.length; place++) {
    if (text[place] === "\\") place++;
    else if (text[place] === '"') return place + 1;
  }
  return text.length;
}

/** The place behind the value that begins at `start`; `start` itself where there is none. */
function valueEnd(text: string, start: number): number {
  if (text[start] === '"') return stringEnd(text, start);
  let depth = 0;
  for (let place = start; place < text.length; place++) {
    const letter = text[place] ?? "";
    if (letter === '"') place = stringEnd(text, place) - 1;
    else if (letter === "[" || letter === "{") depth++;
    else if (depth === 0 && /[,}\s]/.test(letter)) return place;
    else if (letter === "]" || letter === "}") {
      depth--;
      if (depth === 0) return place + 1;
    }
  }
  return text.length;
}
