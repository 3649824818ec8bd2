/** Content hashes: SHA-256 in hex, over bytes, text, or a value in canonical JSON. */
import { createHash } from "node:crypto";

/** SHA-256 of `data` (text as UTF-8) in 64 hex digits. */
export function sha256(data: string | Uint8Array): string {
  return createHash("sha256").update(data).digest("hex");
}

/** Hexadecimal digits that make a number below 2^48. */
const DIGITS = 12;

/** The first 48 bits of a text's SHA-256: a name that takes eight bytes. Of a million names, two share one in 1 of 560 cases. */
export function numberOf(text: string): number {
  return Number.parseInt(sha256(text).slice(0, DIGITS), 16);
}

/** `value` as JSON with object keys sorted at every depth, so that equal values give equal text. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    inner !== null && typeof inner === "object" && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
      : inner,
  );
}

/** SHA-256 of a value's canonical JSON. */
export function hashValue(value: unknown): string {
  return sha256(canonicalJson(value));
}
