/** A page that holds one JSON record. */
import type { Page, Parsed } from "../src/contracts/source.ts";
import { describeError } from "../src/errors.ts";
import { decodeText } from "./decode.ts";
import { rejected } from "./draft.ts";
import { isObject } from "./json-value.ts";

/** The record, or why there is none. */
export function readRecord(page: Page): { record: Record<string, unknown> } | Parsed {
  if (page.bytes.length === 0) return rejected("empty", "The record has no bytes.");
  const decoded = decodeText(page.bytes);
  if (decoded === null) return rejected("not-text", "The record is binary.");
  try {
    const value: unknown = JSON.parse(decoded.text);
    if (isObject(value)) return { record: value };
    return rejected("invalid-record", "The line is valid JSON, but no object.");
  } catch (error) {
    return rejected("invalid-record", `The line is no valid JSON: ${describeError(error)}`);
  }
}
