/** CL and CT of the paper: lines and tokens of the code that a model wrote. */
import { countCautiously } from "../model/count-tokens.ts";

/** Lines that are neither blank nor a comment alone. */
export function codeLines(code: string): number {
  return code.split("\n").filter((line) => line.trim() !== "" && !line.trim().startsWith("#")).length;
}

export function codeTokens(code: string): number {
  return countCautiously(code);
}
