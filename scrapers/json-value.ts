/** Whatever a YAML or JSON reader returned, as plain JSON: NaN and infinities become words, depth is limited. */
import type { JsonObject, JsonValue } from "../src/contracts/json.ts";

const MAX_DEPTH = 40;

/** `value` as JSON; functions, symbols and `undefined` become null. */
export function toJson(value: unknown, depth = 0): JsonValue {
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number") return Number.isFinite(value) ? value : String(value);
  if (typeof value === "bigint") return String(value);
  if (typeof value !== "object") return null;
  if (depth >= MAX_DEPTH) return "(nested too deep)";
  if (Array.isArray(value)) return value.map((item) => toJson(item, depth + 1));
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  return toJsonObject(value, depth);
}

/** The entries of an object as JSON; `__proto__` is left out. */
export function toJsonObject(value: object, depth = 0): JsonObject {
  const entries = Object.entries(value).filter(([key, inner]) => key !== "__proto__" && inner !== undefined);
  return Object.fromEntries(entries.map(([key, inner]) => [key, toJson(inner, depth + 1)]));
}

/** True for an object that is no array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A trimmed string with something in it, of a string or number; else null. */
export function textOf(value: unknown): string | null {
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (typeof value !== "string") return null;
  return value.trim() === "" ? null : value.trim();
}

/** The strings of a string, or of a list of strings and numbers. */
export function textsOf(value: unknown): string[] {
  const values: unknown[] = Array.isArray(value) ? value : [value];
  return values.map(textOf).filter((text) => text !== null);
}
