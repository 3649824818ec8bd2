/**
 * The scrape stage: lists every source of the plan, parses pages, drops repeated content, and records exactly one
 * state an input. Started again it continues; over a finished run it asks the sources only for what changed.
 */
import type { ScrapeRecord } from "../contracts/document.ts";
import type { PipelineEvent } from "../contracts/events.ts";
import type { Listed, Parsed, Source } from "../contracts/source.ts";
import { type PreviousScrape, type RunStore, type ScrapeEntry, scrapeKey } from "../io/run-store.ts";
import { SeenDocuments } from "./seen-documents.ts";

/** A source with its validated options. */
export interface SourcePlan {
  readonly source: Source;
  readonly options: unknown;
}

/** Parses pages, several at a time, and gives them back in the order they were listed. */
export type ParsePages = (
  source: Source,
  listed: AsyncIterable<Listed>,
  options: { readonly concurrency: number; readonly signal: AbortSignal },
) => AsyncIterable<ParsedItem>;

export interface ParsedItem {
  readonly listed: Listed;
  readonly parsed: Parsed | null;
}

export interface ScrapeContext {
  readonly parsePages: ParsePages;
  readonly concurrency: number;
  readonly signal: AbortSignal;
  /** Results of an earlier scrape of the same plan, to ask only for what changed; null for a first one. */
  readonly previous: PreviousScrape | null;
  /** What was read then and cannot be had now keeps the record it had: where it may still be there, or always. */
  readonly keepFailed?: "unreachable" | "any";
  /** Records behind those of what is listed. @param listed Keys of every input that is. */
  readonly further?: (listed: ReadonlySet<string>) => AsyncIterable<ScrapeEntry>;
}

/** What has been done before this scrape started, and what it finds out on the way. */
export interface ScrapeProgress {
  /** True for inputs that have a record already. */
  readonly has: (key: string) => boolean;
  readonly seen: SeenDocuments;
  /** Keys in listing order, filled while listing. */
  readonly order: string[];
  readonly note: (message: string) => void;
}

export async function* scrapeStage(
  store: RunStore,
  plans: readonly SourcePlan[],
  context: ScrapeContext,
): AsyncGenerator<PipelineEvent> {
  if (store.documents.sealed) {
    yield { type: "stage-skipped", stage: "scrape", reason: "finished earlier" };
    return;
  }
  yield { type: "stage-started", stage: "scrape", total: null, done: store.documents.size };
  const notes: PipelineEvent[] = [];
  const progress: ScrapeProgress = {
    has: (key) => store.documents.has(key),
    seen: await seenEarlier(store),
    order: [],
    note: (message) => notes.push({ type: "note", message }),
  };
  for await (const entry of scrapeEntries(plans, progress, context)) {
    yield* notes.splice(0);
    await store.documents.append(entry);
    yield { type: "document-scraped", input: entry.input, state: entry.state, reason: entry.reason };
  }
  yield* notes.splice(0);
  for await (const entry of context.further?.(new Set(progress.order)) ?? []) {
    progress.order.push(entry.key);
    if (!progress.has(entry.key))
      await store.documents.append({ ...entry, ...progress.seen.settle(entry), key: entry.key });
  }
  await store.documents.seal(progress.order);
  yield { type: "stage-finished", stage: "scrape" };
}

/** The records of every input of `plans` that has none yet, in listing order. */
export async function* scrapeEntries(
  plans: readonly SourcePlan[],
  progress: ScrapeProgress,
  context: ScrapeContext,
): AsyncGenerator<ScrapeEntry> {
  for (const [planIndex, plan] of plans.entries()) {
    const listed = listUnfinished(plan, planIndex, progress, context);
    for await (const item of context.parsePages(plan.source, listed, context)) {
      const key = scrapeKey(planIndex, inputOf(item.listed));
      const record = await recordOf(plan.source.name, item, key, context);
      yield { key, ...progress.seen.settle(record) };
    }
  }
}

/** What the source lists, without the inputs that have a record; notes every input's place in the order. */
async function* listUnfinished(
  plan: SourcePlan,
  planIndex: number,
  progress: ScrapeProgress,
  context: ScrapeContext,
): AsyncGenerator<Listed> {
  const listing = plan.source.list(plan.options, {
    known: (input) => context.previous?.known(scrapeKey(planIndex, input)) ?? null,
    signal: context.signal,
    note: progress.note,
  });
  const listedKeys = new Set<string>();
  for await (const listed of listing) {
    context.signal.throwIfAborted();
    const key = scrapeKey(planIndex, inputOf(listed));
    if (listedKeys.has(key)) continue; // a page linked twice is one input
    listedKeys.add(key);
    progress.order.push(key);
    if (!progress.has(key)) yield listed;
  }
}

/** Reasons that say nothing about whether the page is still there. */
const UNREACHABLE: ReadonlySet<string> = new Set([
  "fetch-failed",
  "rate-limited",
  "unreadable",
  "interrupted",
]);

function inputOf(listed: Listed): string {
  return listed.kind === "page" ? listed.page.input : listed.input;
}

async function recordOf(
  source: ScrapeRecord["source"],
  { listed, parsed }: ParsedItem,
  key: string,
  { previous, keepFailed }: ScrapeContext,
): Promise<ScrapeRecord> {
  const rejected = (reason: string, detail: string): ScrapeRecord => {
    return { source, input: inputOf(listed), state: "rejected", reason, detail, etag: null, document: null };
  };
  switch (listed.kind) {
    case "failed": {
      const keeps = keepFailed === "any" || (keepFailed !== undefined && UNREACHABLE.has(listed.reason));
      const earlier = keeps ? await previous?.get(key) : null;
      if (earlier?.state !== "accepted") return rejected(listed.reason, listed.detail);
      const { key: _key, ...record } = earlier;
      return record;
    }
    case "unchanged": {
      const earlier = await previous?.get(key);
      if (!earlier)
        return rejected("not-read", "the source calls the page unchanged, but it was never read here");
      const { key: _key, ...record } = earlier;
      return record;
    }
    case "page":
      if (parsed === null) return rejected("not-parsed", "the parser gave no result");
      return {
        source,
        input: listed.page.input,
        state: parsed.state,
        reason: parsed.state === "rejected" ? parsed.reason : null,
        detail: parsed.state === "rejected" ? parsed.detail : null,
        etag: listed.page.etag,
        document: parsed.document,
      };
  }
}

async function seenEarlier(store: RunStore): Promise<SeenDocuments> {
  const seen = new SeenDocuments();
  for await (const entry of store.documents.records()) {
    if (entry.state === "accepted" && entry.document !== null) seen.remember(entry.document);
  }
  return seen;
}
