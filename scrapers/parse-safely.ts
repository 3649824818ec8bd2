/** The last net under a parser: a stack overflow in a library must not end the run. */
import type { Page, Parsed, Source } from "../src/contracts/source.ts";
import { describeError } from "../src/errors.ts";

/** `source.parse(page)`, with anything thrown as a rejection of that page. */
export async function parseSafely(source: Pick<Source, "parse">, page: Page): Promise<Parsed> {
  try {
    return await source.parse(page);
  } catch (error) {
    return { state: "rejected", reason: "parse-failed", detail: describeError(error), document: null };
  }
}
