/** Which results the tests use: a constant, an empty value or the input given back must not pass. */
import type { ConfirmedExample } from "./explore.ts";
import type { Returned } from "./observe.ts";
import { NoTask } from "./reject.ts";

export interface Chosen {
  /** Examples of the documentation (or one recorded value), the most telling first. */
  readonly examples: readonly ConfirmedExample[];
  /** A near input with another result, where the examples alone would let a constant pass. */
  readonly contrast: Returned | null;
}

/**
 * @param nearby Results of near inputs; asked for only when the examples tell too little.
 * @throws NoTask `returns-nothing`, `cannot-fail`
 */
export async function chooseExamples(
  confirmed: readonly ConfirmedExample[],
  nearby: (values: readonly string[]) => Promise<Returned[]>,
): Promise<Chosen> {
  const examples = confirmed.filter(({ facts }) => facts.type !== "NoneType");
  const telling = examples.filter((example) => !isWeak(example));
  if (telling.length > 0) {
    return {
      examples: [...telling, ...examples.filter((example) => !telling.includes(example))],
      contrast: null,
    };
  }
  const [first, ...rest] = examples;
  if (first === undefined) throw new NoTask("returns-nothing", "The example's result is None.");
  const other = rest.find((example) => differs(first, example));
  if (other !== undefined)
    return { examples: [first, other, ...rest.filter((one) => one !== other)], contrast: null };
  const contrast = (await nearby(first.values)).find((seen) => differs(first, seen));
  if (contrast === undefined) {
    const text = first.facts.text.slice(0, 100);
    throw new NoTask(
      "cannot-fail",
      `Every input that was tried gives ${text}, as a constant or the input itself does.`,
    );
  }
  return { examples, contrast };
}

const CONSTANTS = new Set([
  "True",
  "False",
  "0",
  "1",
  "-1",
  "0.0",
  "1.0",
  "0j",
  "''",
  "'a'",
  "b''",
  "[]",
  "()",
  "{}",
  "set()",
  "None",
]);

/** True for a value that a stub of the function may give by chance. */
export function isWeak({ facts }: Returned): boolean {
  if (facts.isInput || CONSTANTS.has(facts.plain ?? facts.text)) return true;
  if (facts.length === 0) return true;
  if (facts.low === null || facts.high === null) return false;
  if (facts.shape === null) return facts.length === null && isNearConstant(facts.low);
  return facts.low === facts.high && (facts.low === 0 || facts.low === 1);
}

/** Within the range that the normal case allows around a stub's constant. */
function isNearConstant(value: number): boolean {
  return [-1, 0, 1].some((constant) => Math.abs(value - constant) <= Math.abs(value) * 0.02 + 0.0005);
}

function differs(a: Returned, b: Returned): boolean {
  if (a.facts.type !== b.facts.type || b.facts.plain === null) return false;
  return a.facts.text !== b.facts.text && !(a.facts.isInput && b.facts.isInput);
}
