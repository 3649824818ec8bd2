/**
 * The fields of APIBench records, whose types change from record to record, each brought to one form.
 * Nothing is taken for a number that the record does not give as a number.
 */
import { decodeHTML } from "entities";
import type { ApiParameter, Metric } from "../../src/contracts/document.ts";
import { distributionOf } from "../../src/python/index.ts";
import { isObject, textOf } from "../json-value.ts";
import { installedBy } from "../requirements.ts";

const ENTITY = /&(?:lt|gt|amp|quot|apos|nbsp|#\d{1,6}|#x[\da-f]{1,5});/i;

/** Text with HTML entities resolved where the record has them. */
export function plainText(value: unknown): string | null {
  const text = Array.isArray(value)
    ? value
        .map(textOf)
        .filter((part) => part !== null)
        .join(", ")
    : textOf(value);
  if (text === null || text === "") return null;
  return ENTITY.test(text) ? decodeHTML(text) : text;
}

/**
 * Example code as lines. Objects hold named or numbered steps; one form has the code as the key and nothing as value.
 */
export function exampleCode(value: unknown): string {
  const text = codeLines(value, 0).join("\n").replaceAll("\r\n", "\n").trim();
  return ENTITY.test(text) ? decodeHTML(text) : text;
}

function codeLines(value: unknown, depth: number): string[] {
  if (typeof value === "string") return value === "" ? [] : [value];
  if (depth > 5 || typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((item) => codeLines(item, depth + 1));
  return Object.entries(value).flatMap(([key, inner]) => {
    const lines = codeLines(inner, depth + 1);
    return lines.length === 0 && !STEP_NAME.test(key) ? [key] : lines;
  });
}

/** A key such as "load_model" or "3" names a step; a code line has more to it. */
const STEP_NAME = /^\w*$/;

/** Distribution names out of a list, an object of versions, or a text such as `pip install -U …`. */
export function environmentRequirements(value: unknown): string[] {
  const texts = Array.isArray(value)
    ? value.map(textOf)
    : isObject(value)
      ? Object.keys(value)
      : [textOf(value)];
  const names = texts.filter((text) => text !== null).flatMap(namesOf);
  return [...new Set(names)].sort();
}

const NAME = /^[A-Za-z][\w.-]*/;
const ALIASES: Record<string, string | null> = {
  pytorch: "torch",
  tensorflow2: "tensorflow",
  python: null,
  python3: null,
  pip: null,
};

function namesOf(text: string): string[] {
  if (text.includes("pip")) return installedBy(text);
  return text.split(/[,;\n]/).flatMap((part) => {
    const words = part.trim();
    const name = NAME.exec(words)?.[0];
    if (name === undefined || /^\S+\s+[A-Za-z]/.test(words)) return [];
    const alias = ALIASES[name.toLowerCase()];
    if (alias !== undefined) return alias === null ? [] : [alias];
    const distribution = distributionOf(name);
    return distribution === null ? [] : [distribution.toLowerCase()];
  });
}

const SILENT = new Set([
  "",
  "n/a",
  "na",
  "none",
  "null",
  "not provided",
  "not specified",
  "not mentioned",
  "unknown",
  "not available",
]);

/** What `performance` says, one entry a value; silent words give none. */
export function performanceMetrics(value: unknown, task: string | null): Metric[] {
  if (Array.isArray(value)) return value.flatMap((item) => performanceMetrics(item, task));
  if (!isObject(value))
    return silent(value) ? [] : [{ task, dataset: null, name: "performance", value: metricValue(value) }];
  if (Array.isArray(value["dataset"]) && value["dataset"].some(isObject)) {
    const { dataset, ...rest } = value;
    return [...performanceMetrics(dataset, task), ...performanceMetrics(rest, task)];
  }
  const dataset = plainText(value["dataset"] ?? value["name"]);
  return Object.entries(value)
    .filter(([key]) => key !== "dataset" && key !== "name")
    .flatMap(([key, inner]) => leaves(key, inner, 0))
    .map(({ name, value: leaf }) => ({ task, dataset: silent(dataset) ? null : dataset, name, value: leaf }));
}

function leaves(name: string, value: unknown, depth: number): { name: string; value: Metric["value"] }[] {
  if (typeof value === "object" && value !== null && depth < 5) {
    const entries = Object.entries(value);
    return entries.flatMap(([key, inner]) =>
      leaves(Array.isArray(value) ? name : `${name}.${key}`, inner, depth + 1),
    );
  }
  return silent(value) ? [] : [{ name, value: metricValue(value) }];
}

function silent(value: unknown): boolean {
  return (
    value === null ||
    value === undefined ||
    (typeof value === "string" && SILENT.has(value.trim().toLowerCase()))
  );
}

function metricValue(value: unknown): Metric["value"] {
  return typeof value === "number" && Number.isFinite(value) ? value : textOf(value);
}

const IDENTIFIER = /^\*{0,2}[A-Za-z_]\w*$/;

/** Arguments whose names can be read; what is no name is left to `extra`. */
export function apiParameters(value: unknown): ApiParameter[] {
  const pairs: [string, string | null][] = isObject(value)
    ? Object.entries(value).map(([name, inner]) => [
        name,
        typeof inner === "object" ? JSON.stringify(inner) : textOf(inner),
      ])
    : (Array.isArray(value) ? value.map(textOf) : (textOf(value)?.split(",") ?? []))
        .filter((text) => text !== null)
        .map((text) => [
          text.split("=", 1)[0]?.trim() ?? "",
          text.includes("=") ? text.slice(text.indexOf("=") + 1).trim() : null,
        ]);
  return pairs
    .filter(([name]) => IDENTIFIER.test(name))
    .map(([name, description]) => ({
      name,
      kind: "positional-or-keyword",
      annotation: null,
      default: null,
      description,
    }));
}
