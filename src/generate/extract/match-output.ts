/** Documented output against what was seen: white space, `...`, and the digits that were printed. */

/** True when the documentation's text stands for the seen text. */
export function matchesOutput(expected: string, seen: string): boolean {
  const want = squeezed(expected);
  const got = squeezed(seen);
  return want === got || matchesEllipsis(want, got) || matchesNumbers(want, got);
}

/** White space in one form: NumPy breaks and pads the same array differently from version to version. */
export function squeezed(text: string): string {
  return text
    .replaceAll(/\s+/g, " ")
    .replaceAll(/([[({]) /g, "$1")
    .replaceAll(/ ([\])},])/g, "$1")
    .trim();
}

function matchesEllipsis(want: string, got: string): boolean {
  if (!want.includes("...")) return false;
  const pieces = want.split("...").map((piece) => piece.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  return new RegExp(`^${pieces.join(".*?")}$`, "s").test(got);
}

const NUMBER = /[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?(?:\.\.\.)?/gi;

/** The same text around numbers that differ by no more than a unit of the last printed digit. */
function matchesNumbers(want: string, got: string): boolean {
  const wanted = want.match(NUMBER) ?? [];
  const seen = got.match(NUMBER) ?? [];
  if (wanted.length === 0 || wanted.length !== seen.length) return false;
  if (want.replaceAll(NUMBER, "#").replaceAll(" ", "") !== got.replaceAll(NUMBER, "#").replaceAll(" ", ""))
    return false;
  return wanted.every((text, index) => {
    const difference = Math.abs(
      Number(text.replace("...", "")) - Number((seen[index] ?? "").replace("...", "")),
    );
    return difference <= unitOf(text) * 1.0001;
  });
}

/** NumPy writes a whole float as "1.": no decimals are left out there. */
const WHOLE_FLOAT_UNIT = 1e-6;

/** One unit of a printed number's last digit; 0 for an integer. */
export function unitOf(text: string): number {
  const [mantissa = "", exponent = "0"] = text.replace("...", "").toLowerCase().split("e");
  const decimals = mantissa.split(".")[1];
  if (decimals === undefined && !text.toLowerCase().includes("e")) return 0;
  if (decimals === "" && exponent === "0") return text.endsWith("...") ? 1 : WHOLE_FLOAT_UNIT;
  return 10 ** (Number(exponent) - (decimals ?? "").length);
}

/** Seen values are compared to this share of their size: what differs between machines and library builds. */
const SAME_SHARE = 1e-6;

/**
 * The tolerance for a documented value that is the seen one in every digit, whatever was printed: a share of its
 * size. Null when the two differ by more, because the documentation shows fewer digits than there are.
 */
export function exactTolerance(documented: string, seen: string, size: number): number | null {
  const wanted = (documented.match(NUMBER) ?? []).map(Number);
  const got = (seen.match(NUMBER) ?? []).map(Number);
  if (wanted.length !== got.length || size === 0) return null;
  const tolerance = Math.max(1e-12, SAME_SHARE * size);
  return wanted.every((value, index) => Math.abs(value - (got[index] ?? Number.NaN)) <= tolerance)
    ? tolerance
    : null;
}

/**
 * How exactly a documented text tells the seen value: to the finest printed digit where the texts are equal (a whole
 * array is printed with as many digits as its finest number needs), else to the coarsest.
 */
export function toleranceOf(expected: string, seen: string): number {
  const units = (expected.match(NUMBER) ?? []).map(unitOf).filter((unit) => unit > 0);
  const decimals = units.filter((unit) => unit !== WHOLE_FLOAT_UNIT);
  if (decimals.length === 0) return units.length === 0 ? 0 : WHOLE_FLOAT_UNIT;
  const exact = squeezed(expected) === squeezed(seen);
  return Math.max(1e-12, exact ? Math.min(...decimals) : Math.max(...decimals));
}
