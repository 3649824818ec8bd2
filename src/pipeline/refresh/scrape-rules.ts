/** What a refresh asks of the sources: only for what changed, and what becomes of documents that are not listed. */
import type { RefreshOptions } from "../../contracts/refresh.ts";
import type { FinishedRun } from "../../io/finished-run.ts";
import { type PreviousScrape, type ScrapeEntry, scrapeKey } from "../../io/run-store.ts";
import type { SourcePlan } from "../scrape.ts";

async function previousScrape({ documents }: FinishedRun): Promise<PreviousScrape> {
  const known = new Map<string, { etag: string | null; contentHash: string | null }>();
  for await (const { key, etag, document } of documents.records())
    known.set(key, { etag, contentHash: document?.contentHash ?? null });
  return { get: (key) => documents.get(key), known: (key) => known.get(key) ?? null };
}

/** Options of sources that end a listing early. */
const LIMITS = ["limit", "maxPages"] as const;

/** How the documents of an earlier run are read again. */
export async function scrapeRules(
  earlier: FinishedRun,
  plans: readonly SourcePlan[],
  { removed }: RefreshOptions,
) {
  const { documents } = earlier;
  return {
    previous: await previousScrape(earlier),
    keepFailed: removed === "keep" ? ("any" as const) : ("unreachable" as const),
    /** Documents that are gone, where they are to be kept; and those that a limit kept from being listed. */
    async *further(listed: ReadonlySet<string>): AsyncGenerator<ScrapeEntry> {
      const cut = plans.map((plan, index) => isCut(plan, index, listed));
      for await (const entry of documents.records()) {
        if (entry.state !== "accepted" || listed.has(entry.key)) continue;
        if (removed === "keep" || cut[planOf(entry.key)] === true) yield entry;
      }
    },
  };
}

function planOf(key: string): number {
  return Number(key.slice(0, key.indexOf(":")));
}

/** True when a source listed as many inputs as it may: what it did not list may still be there. */
function isCut({ options }: SourcePlan, index: number, listed: ReadonlySet<string>): boolean {
  const prefix = scrapeKey(index, "");
  const count = [...listed].filter((key) => key.startsWith(prefix)).length;
  const given = options as Readonly<Record<string, unknown>>;
  return LIMITS.some((name) => typeof given[name] === "number" && count >= given[name]);
}
