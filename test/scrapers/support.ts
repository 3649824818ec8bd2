/** What the tests of sources share: a context, and pages from text. */
import type { Document } from "../../src/contracts/document.ts";
import type { ListContext, Listed, Page, Parsed } from "../../src/contracts/source.ts";

export interface TestContext extends ListContext {
  readonly notes: string[];
}

type Known = Record<string, { etag: string | null; contentHash: string | null }>;

export function testContext(
  known: Known = {},
  signal: AbortSignal = new AbortController().signal,
): TestContext {
  const notes: string[] = [];
  return { known: (input) => known[input] ?? null, signal, note: (message) => notes.push(message), notes };
}

export function pageOf(input: string, content: string | Uint8Array, more: Partial<Page> = {}): Page {
  const bytes = typeof content === "string" ? Buffer.from(content) : content;
  return { input, url: null, revision: null, etag: null, metadata: {}, ...more, bytes };
}

export async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = [];
  for await (const item of items) list.push(item);
  return list;
}

export function pagesOf(listed: readonly Listed[]): Page[] {
  return listed.flatMap((item) => (item.kind === "page" ? [item.page] : []));
}

/** The document of an accepted page; throws with the reason of a rejected one. */
export function accepted(parsed: Parsed): Document {
  if (parsed.state === "rejected") throw new Error(`rejected as ${parsed.reason}: ${parsed.detail}`);
  return parsed.document;
}
