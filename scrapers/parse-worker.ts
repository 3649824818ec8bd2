/** Worker thread of the parse pool: parses batches of pages with the source that is named. */
import type { SourceName } from "../src/contracts/document.ts";
import type { Page, Parsed } from "../src/contracts/source.ts";
import { sources } from "./index.ts";
import { parseSafely } from "./parse-safely.ts";

export interface ParseBatch {
  readonly source: SourceName;
  readonly pages: readonly Page[];
}

export default async function parseBatch({ source, pages }: ParseBatch): Promise<Parsed[]> {
  const parser = Object.values(sources).find((one) => one.name === source);
  if (parser === undefined) throw new Error(`The parse worker has no source ${source}.`);
  const results: Parsed[] = [];
  for (const page of pages) results.push(await parseSafely(parser, page));
  return results;
}
