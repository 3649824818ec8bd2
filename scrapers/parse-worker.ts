/** Worker thread of the parse pool: parses batches of pages with the source that is named. */
import type { SourceName } from "../src/contracts/document.ts";
import type { Page, Parsed } from "../src/contracts/source.ts";
import { parseSafely } from "./parse-safely.ts";
import { parsers } from "./parsers.ts";

export interface ParseBatch {
  readonly source: Exclude<SourceName, "pydoc">;
  readonly pages: readonly Page[];
}

export default async function parseBatch({ source, pages }: ParseBatch): Promise<Parsed[]> {
  const parse = await parsers[source]();
  const results: Parsed[] = [];
  for (const page of pages) results.push(await parseSafely({ parse }, page));
  return results;
}
