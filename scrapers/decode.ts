/**
 * Bytes to text. Byte order marks first, then UTF-8, then (when bytes are not UTF-8) Windows-1252; what holds
 * control bytes like a picture's is no text. Line ends become LF; every repair is a warning.
 */

export interface Decoded {
  readonly text: string;
  readonly warnings: readonly string[];
}

const MAX_CONTROL_SHARE = 0.002;
const SAMPLE_BYTES = 65_536;

/** The page as text with LF line ends; null when it is no text. */
export function decodeText(bytes: Uint8Array): Decoded | null {
  const warnings: string[] = [];
  const raw = decodeBytes(bytes, warnings);
  return raw === null ? null : { text: normaliseLineEnds(raw, warnings), warnings };
}

function decodeBytes(bytes: Uint8Array, warnings: string[]): string | null {
  const marked = decodeMarked(bytes, warnings);
  if (marked !== undefined) return marked;
  const wide = guessWide(bytes);
  if (wide !== null) {
    warnings.push(`read as ${wide} (no byte order mark)`);
    return decodeOrNull(bytes, wide, warnings);
  }
  if (controlShare(bytes) > MAX_CONTROL_SHARE) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    if (mostlyUtf8(bytes)) {
      warnings.push("some bytes are not UTF-8 and were replaced");
      return new TextDecoder("utf-8").decode(bytes);
    }
    warnings.push("read as Windows-1252 (not UTF-8)");
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** Undefined when there is no byte order mark. */
function decodeMarked(bytes: Uint8Array, warnings: string[]): string | null | undefined {
  const [a, b, c] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) {
    warnings.push("UTF-8 byte order mark removed");
    if (controlShare(bytes) > MAX_CONTROL_SHARE) return null;
    return new TextDecoder("utf-8").decode(bytes);
  }
  if (a === 0xff && b === 0xfe) return decodeOrNull(bytes, "utf-16le", warnings);
  if (a === 0xfe && b === 0xff) return decodeOrNull(bytes, "utf-16be", warnings);
  return undefined;
}

function decodeOrNull(
  bytes: Uint8Array,
  encoding: "utf-16le" | "utf-16be",
  warnings: string[],
): string | null {
  const text = new TextDecoder(encoding).decode(bytes);
  const replaced = text.split("\uFFFD").length - 1;
  if (text.includes("\0") || replaced > text.length * 0.01 + 1) return null;
  warnings.push(`decoded from ${encoding.toUpperCase()}`);
  return text;
}

/** UTF-16 without a mark: Western text then has a zero in nearly every other byte. */
function guessWide(bytes: Uint8Array): "utf-16le" | "utf-16be" | null {
  const length = Math.min(bytes.length, 1_024) & ~1;
  if (length < 8) return null;
  let even = 0;
  let odd = 0;
  for (let index = 0; index < length; index += 2) {
    if (bytes[index] === 0) even += 1;
    if (bytes[index + 1] === 0) odd += 1;
  }
  if (odd > length * 0.35 && even < length * 0.02) return "utf-16le";
  if (even > length * 0.35 && odd < length * 0.02) return "utf-16be";
  return null;
}

function controlShare(bytes: Uint8Array): number {
  const length = Math.min(bytes.length, SAMPLE_BYTES);
  let controls = 0;
  for (let index = 0; index < length; index += 1) {
    const byte = bytes[index] ?? 0;
    if (byte < 32 && (byte < 8 || byte > 13) && byte !== 27) controls += 1;
  }
  return length === 0 ? 0 : controls / length;
}

/** True when a few broken sequences stand in much real UTF-8 (a cut-off file, one bad byte). */
function mostlyUtf8(bytes: Uint8Array): boolean {
  const text = new TextDecoder("utf-8").decode(bytes.subarray(0, SAMPLE_BYTES));
  const replaced = text.split("\uFFFD").length - 1;
  let wide = 0;
  for (const character of text) if (character > "\u007F" && character !== "\uFFFD") wide += 1;
  return replaced <= 3 && wide > replaced * 4;
}

const DAMAGED_LINE_END = /\r+\n/g;

function normaliseLineEnds(text: string, warnings: string[]): string {
  if (!text.includes("\r")) return text;
  if (text.includes("\r\r\n")) warnings.push("line ends are CR CR LF, read as LF");
  return text.replace(DAMAGED_LINE_END, "\n").replaceAll("\r", "\n");
}
