/** How two results become one, by their types. */
import type { Facts } from "../extract/observe.ts";

export interface Join {
  /** Python over the names `first` and `second`. */
  readonly expression: string;
  /** The same in words. */
  readonly words: string;
}

const SEPARATORS = ["-", "/", ":", " ", ", ", "|"];

/**
 * The operator that fits what the two functions gave, with constants by `random`; null when none does. What is
 * left of a result must tell something of it: two lengths are no task.
 * @param random Whole numbers from 0 to below its argument.
 */
export function joinOf(first: Facts, second: Facts, random: (below: number) => number): Join | null {
  if (isBuiltin(first, "str") && isBuiltin(second, "str")) {
    const separator = JSON.stringify(SEPARATORS[random(SEPARATORS.length)]);
    return {
      expression: `second + ${separator} + first`,
      words: `the second text, then ${separator}, then the first text`,
    };
  }
  for (const type of ["list", "tuple"])
    if (isBuiltin(first, type) && isBuiltin(second, type))
      return {
        expression: "second[::-1] + first",
        words: `the second ${type} backwards, followed by the first ${type}`,
      };
  const one = numberOf(first, "first");
  const other = numberOf(second, "second");
  if (one === null || other === null || (one.isLength && other.isLength)) return null;
  const factor = 2 + random(8);
  const more = 1 + random(9);
  return {
    expression: `${factor} * ${one.expression} + ${other.expression} + ${more}`,
    words: `${factor} times ${one.words}, plus ${other.words}, plus ${more}`,
  };
}

function isBuiltin({ module, type }: Facts, name: string): boolean {
  return module === "builtins" && type === name;
}

interface Part extends Join {
  /** Two lengths together tell nearly nothing of what was computed. */
  readonly isLength: boolean;
}

/** A number itself, the truth of a boolean as 0 or 1, the sum of many numbers, the length of what else has one. */
function numberOf(facts: Facts, name: string): Part | null {
  const whose = `the ${name} result`;
  const part = (expression: string, words: string): Part => ({ expression, words, isLength: false });
  const finite = facts.low !== null && Number.isFinite(facts.low) && Number.isFinite(facts.high);
  if (facts.module === "builtins") {
    if (facts.type === "int" || (facts.type === "float" && finite)) return part(name, whose);
    if (facts.type === "bool") return part(`int(${name})`, `1 if ${whose} is true and 0 if not`);
    if (["list", "tuple"].includes(facts.type) && finite && isFlat(facts.plain))
      return part(`sum(${name})`, `the sum of ${whose}`);
  } else if (facts.type === "ndarray" && finite && facts.shape !== null && facts.shape.length > 0)
    return part(`float(${name}.sum())`, `the sum of all values of ${whose}`);
  if (facts.length === null) return null;
  return { expression: `len(${name})`, words: `the length of ${whose}`, isLength: true };
}

/** Without containers inside. */
function isFlat(plain: string | null): boolean {
  return plain !== null && /^[[(][^[\](){}"']*[\])]$/.test(plain);
}
