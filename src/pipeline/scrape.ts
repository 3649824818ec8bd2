/**
 * The scrape stage: lists every source of the plan, parses pages, drops repeated content, and records exactly one
 * state an input. Started again it continues; on a finished run it asks the sources what changed (`refresh`).
 */
import type { Document, ScrapeRecord } from "../contracts/document.ts";
import type { PipelineEvent } from "../contracts/events.ts";
import type { Listed, Parsed, Source } from "../contracts/source.ts";
import { type RunStore, type ScrapeEntry, scrapeKey } from "../io/run-store.ts";

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
) => AsyncIterable<{ readonly listed: Listed; readonly parsed: Parsed | null }>;

export interface ScrapeContext {
  readonly parsePages: ParsePages;
  readonly concurrency: number;
  readonly signal: AbortSignal;
  /** Results of an earlier scrape of the same plan, to ask only for what changed; null for a first one. */
  readonly previous: PreviousScrape | null;
}

export interface PreviousScrape {
  get(key: string): Promise<ScrapeEntry | null>;
  known(key: string): { readonly etag: string | null; readonly contentHash: string | null } | null;
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
  const seen = await SeenDocuments.load(store);
  const order: string[] = [];
  for (const [planIndex, plan] of plans.entries()) {
    yield* scrapePlan(store, { ...plan, planIndex, seen, order }, context);
  }
  await store.documents.seal(order);
  yield { type: "stage-finished", stage: "scrape" };
}

interface PlanProgress extends SourcePlan {
  readonly planIndex: number;
  readonly seen: SeenDocuments;
  /** Keys in listing order: the order of the sealed file. */
  readonly order: string[];
}

async function* scrapePlan(
  store: RunStore,
  plan: PlanProgress,
  context: ScrapeContext,
): AsyncGenerator<PipelineEvent> {
  const notes: PipelineEvent[] = [];
  const listed = listUnfinished(store, plan, context, (message) => notes.push({ type: "note", message }));
  const items = context.parsePages(plan.source, listed, context);
  for await (const item of items) {
    yield* notes.splice(0);
    const { input } = item.listed.kind === "page" ? item.listed.page : item.listed;
    const key = scrapeKey(plan.planIndex, input);
    const record = await recordOf(plan.source.name, item, context.previous, key);
    const entry = { key, ...plan.seen.settle(record) };
    await store.documents.append(entry);
    yield { type: "document-scraped", input, state: entry.state, reason: entry.reason };
  }
  yield* notes.splice(0);
}

/** What the source lists, without the inputs that already have a record; notes every input's place in the order. */
async function* listUnfinished(
  store: RunStore,
  plan: PlanProgress,
  context: ScrapeContext,
  note: (message: string) => void,
): AsyncGenerator<Listed> {
  const listing = plan.source.list(plan.options, {
    known: (input) => context.previous?.known(scrapeKey(plan.planIndex, input)) ?? null,
    signal: context.signal,
    note,
  });
  const listedKeys = new Set<string>();
  for await (const listed of listing) {
    context.signal.throwIfAborted();
    const input = listed.kind === "page" ? listed.page.input : listed.input;
    const key = scrapeKey(plan.planIndex, input);
    if (listedKeys.has(key)) continue; // a page linked twice is one input
    listedKeys.add(key);
    plan.order.push(key);
    if (!store.documents.has(key)) yield listed;
  }
}

async function recordOf(
  source: ScrapeRecord["source"],
  item: { readonly listed: Listed; readonly parsed: Parsed | null },
  previous: ScrapeContext["previous"],
  key: string,
): Promise<ScrapeRecord> {
  const { listed, parsed } = item;
  if (listed.kind === "unchanged") {
    const earlier = await previous?.get(key);
    if (earlier) {
      const { key: _key, ...record } = earlier;
      return record;
    }
    const detail = "the source says that the page is unchanged, but no earlier record of it is here";
    return { source, input: listed.input, state: "rejected", reason: "lost", detail, etag: null, document: null };
  }
  if (listed.kind === "failed" || parsed === null) {
    const { reason, detail } = listed.kind === "failed" ? listed : { reason: "not-parsed", detail: "no result" };
    const input = listed.kind === "failed" ? listed.input : listed.page.input;
    return { source, input, state: "rejected", reason, detail, etag: null, document: null };
  }
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

/** Content hashes and ids met so far: repeated content is rejected, a repeated id gets a number. */
class SeenDocuments {
  private readonly idByHash = new Map<string, string>();
  private readonly ids = new Set<string>();

  static async load(store: RunStore): Promise<SeenDocuments> {
    const seen = new SeenDocuments();
    for await (const entry of store.documents.records()) {
      if (entry.state === "accepted" && entry.document !== null) seen.remember(entry.document);
    }
    return seen;
  }

  settle(record: ScrapeRecord): ScrapeRecord {
    if (record.state !== "accepted" || record.document === null) return record;
    const first = this.idByHash.get(record.document.contentHash);
    if (first !== undefined) {
      const detail = `same content as ${first}`;
      return { ...record, state: "rejected", reason: "duplicate", detail };
    }
    const document = { ...record.document, id: this.freeId(record.document.id) };
    this.remember(document);
    return { ...record, document };
  }

  private freeId(id: string): string {
    if (!this.ids.has(id)) return id;
    let number = 2;
    while (this.ids.has(`${id}~${number}`)) number++;
    return `${id}~${number}`;
  }

  private remember(document: Document): void {
    this.idByHash.set(document.contentHash, document.id);
    this.ids.add(document.id);
  }
}
