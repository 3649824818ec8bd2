/**
 * Front matter: YAML between two lines of `---` at the very top. Read as YAML 1.2 core, so that `no` is a word;
 * nothing in it is executed (`---js` is not front matter), and what cannot be read becomes a warning.
 */
import { isScalar, parseDocument, visit, type Document as YamlDocument } from "yaml";
import { isObject, toJsonObject } from "../json-value.ts";
import type { JsonObject } from "../../src/contracts/json.ts";

export interface FrontMatter {
  readonly metadata: JsonObject;
  readonly body: string;
  /** Line of the page on which the body starts, from 1. */
  readonly bodyLine: number;
  readonly present: boolean;
  readonly warnings: readonly string[];
}

/** Splits and reads a page with LF line ends. */
export function readFrontMatter(text: string): FrontMatter {
  const span = frontMatterSpan(text);
  if (span === null) return { metadata: {}, body: text, bodyLine: 1, present: false, warnings: [] };
  if (span === "unterminated") {
    const warnings = ["front matter is not closed by a second ---, so none was read"];
    return { metadata: {}, body: text, bodyLine: 1, present: false, warnings };
  }
  const warnings: string[] = [];
  if (span.start > 0) warnings.push("white space before the front matter");
  const metadata = readYaml(text.slice(span.yamlStart, span.yamlEnd), warnings);
  const body = text.slice(span.end);
  return { metadata, body, bodyLine: countLines(text, span.end), present: true, warnings };
}

interface Span {
  readonly start: number;
  readonly yamlStart: number;
  readonly yamlEnd: number;
  readonly end: number;
}

function frontMatterSpan(text: string): Span | "unterminated" | null {
  const start = text.length - text.trimStart().length;
  if (!text.startsWith("---\n", start)) return null;
  const yamlStart = start + 4;
  for (let lineStart = yamlStart; lineStart <= text.length; ) {
    const newline = text.indexOf("\n", lineStart);
    const lineEnd = newline < 0 ? text.length : newline;
    if (text.startsWith("---", lineStart) && text.slice(lineStart + 3, lineEnd).trim() === "") {
      return { start, yamlStart, yamlEnd: lineStart, end: Math.min(lineEnd + 1, text.length) };
    }
    if (newline < 0) break;
    lineStart = newline + 1;
  }
  return "unterminated";
}

function countLines(text: string, end: number): number {
  let lines = 1;
  for (let at = text.indexOf("\n"); at >= 0 && at < end; at = text.indexOf("\n", at + 1)) lines += 1;
  return lines;
}

const MAX_YAML_CHARS = 1_000_000;
const MAX_ALIASES = 100;

function readYaml(source: string, warnings: string[]): JsonObject {
  if (source.length > MAX_YAML_CHARS) {
    warnings.push(`front matter of ${source.length} characters is too long to be read`);
    return {};
  }
  try {
    const document = parseDocument(source, {
      version: "1.2",
      schema: "core",
      uniqueKeys: false,
      logLevel: "silent",
      prettyErrors: false,
    });
    for (const error of document.errors.slice(0, 3))
      warnings.push(`front matter: ${firstLine(error.message)}`);
    warnDoubled(document, warnings);
    warnNorway(document, source, warnings);
    const value: unknown = document.toJS({ maxAliasCount: MAX_ALIASES });
    if (isObject(value)) return toJsonObject(value);
    if (value !== null && value !== undefined)
      warnings.push("front matter is not a mapping and was left out");
    return {};
  } catch (error) {
    warnings.push(
      `front matter cannot be read: ${firstLine(error instanceof Error ? error.message : String(error))}`,
    );
    return {};
  }
}

function firstLine(message: string): string {
  return message.split("\n", 1)[0]?.slice(0, 200) ?? "";
}

const YAML_11_BOOLEANS = new Set(["no", "yes", "on", "off", "n", "y"]);
const MAY_HOLD_BOOLEAN = /(?:^|[\s:,[-])(?:no|yes|on|off|n|y)\s*(?:$|[,\]#])/im;

/** Older YAML reads a bare `no` as false: a Norwegian language tag is lost that way. */
function warnNorway(document: YamlDocument, source: string, warnings: string[]): void {
  if (!MAY_HOLD_BOOLEAN.test(source)) return;
  const found = new Set<string>();
  visit(document, {
    Scalar(_key, node) {
      if (!isScalar(node) || node.type !== "PLAIN" || typeof node.value !== "string") return;
      if (YAML_11_BOOLEANS.has(node.value.toLowerCase())) found.add(node.value);
    },
  });
  for (const word of found)
    warnings.push(`unquoted "${word}" kept as text (YAML 1.1 would read a truth value)`);
}

/** Keys that stand twice in one mapping: the last one counts, as for the Hub. */
function warnDoubled(document: YamlDocument, warnings: string[]): void {
  visit(document, {
    Map(_key, map) {
      const names = map.items.map(({ key }) => (isScalar(key) ? String(key.value) : ""));
      for (const name of new Set(names.filter((one, place) => one !== "" && names.indexOf(one) !== place)))
        warnings.push(`front matter: the key "${name}" stands more than once; the last one counts`);
    },
  });
}
