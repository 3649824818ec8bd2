/**
 * A polite crawl: one origin a start, robots.txt, one request at a time, breadth first, so that the order is the
 * same every time. Pages come from the sitemap when there is one, else from links.
 */
import type { ListContext, Listed } from "../../src/contracts/source.ts";
import { createHttp, type Http } from "../../src/io/http.ts";
import { createRobots, type Robots } from "../../src/io/robots.ts";
import { hashBytes } from "../draft.ts";
import { fetchPage, ROBOTS_AGENT } from "../fetch-pages.ts";
import { linksOf } from "./links.ts";
import type { DocsOptions } from "./options.ts";
import { sitemapPages } from "./sitemap.ts";
import { wantedAddress } from "./url-filter.ts";

export async function* crawl(options: DocsOptions, context: ListContext): AsyncGenerator<Listed> {
  const seen = new Set<string>();
  for (const start of options.url) {
    const http = await politeHttp(start, options, context);
    const robots = createRobots(http, ROBOTS_AGENT);
    const site: Site = { start, options, context, http, robots, seen };
    try {
      yield* crawlSite(site);
    } finally {
      await http.close();
    }
  }
}

interface Site {
  readonly start: string;
  readonly options: DocsOptions;
  readonly context: ListContext;
  readonly http: Http;
  readonly robots: Robots;
  /** Addresses that were listed, of every start. */
  readonly seen: Set<string>;
}

/** Asks robots.txt for its delay first, because a client's pace is fixed when it is made. */
async function politeHttp(start: string, options: DocsOptions, context: ListContext): Promise<Http> {
  const shared = { signal: context.signal, note: (message: string) => context.note(message) };
  const first = createHttp(shared);
  try {
    const wantedMs = (await createRobots(first, ROBOTS_AGENT).crawlDelayMs(start)) ?? 0;
    if (wantedMs > options.intervalMs) context.note(`robots.txt asks for ${wantedMs} ms between requests`);
    return createHttp({ ...shared, intervalMs: Math.max(wantedMs, options.intervalMs) });
  } finally {
    await first.close();
  }
}

async function* crawlSite(site: Site): AsyncGenerator<Listed> {
  const { options, seen, context } = site;
  const wanted = (url: string): boolean => wantedAddress(url, site.start, options);
  const mapped = options.sitemap
    ? (await sitemapPages(site.start, site.http, site.robots)).filter(wanted)
    : [];
  if (mapped.length > 0) {
    context.note(`${mapped.length} pages in the sitemap`);
    for (const url of mapped) {
      if (seen.size >= options.maxPages) return;
      if (seen.has(url)) continue;
      seen.add(url);
      yield await fetchPage(url, site.http, site.robots, context);
    }
    return;
  }
  yield* followLinks(site, wanted);
}

async function* followLinks(site: Site, wanted: (url: string) => boolean): AsyncGenerator<Listed> {
  const { options, seen, context, start } = site;
  // A page that has not changed still leads to others, so it is fetched whole and compared by its hash.
  const fresh: ListContext = {
    signal: context.signal,
    note: (message) => context.note(message),
    known: () => null,
  };
  let level = [withoutHash(start)];
  for (let depth = 0; depth <= options.depth && level.length > 0; depth += 1) {
    const next: string[] = [];
    for (const url of level) {
      if (seen.size >= options.maxPages) {
        context.note(`stopped at ${options.maxPages} pages (maxPages)`);
        return;
      }
      if (seen.has(url)) continue;
      seen.add(url);
      const listed = await fetchPage(url, site.http, site.robots, fresh);
      if (listed.kind === "page") {
        const address = withoutHash(listed.page.url ?? url);
        if (address !== url && (!wanted(address) || seen.has(address))) {
          yield {
            kind: "failed",
            input: url,
            reason: "moved",
            detail: `The page moved to ${address}, which is not part of the crawl or was read already.`,
          };
          continue;
        }
        seen.add(address);
        next.push(...linksOf(listed.page).filter(wanted));
      }
      yield asUnchanged(listed, context);
    }
    level = [...new Set(next)];
  }
}

function asUnchanged(listed: Listed, context: ListContext): Listed {
  if (listed.kind !== "page") return listed;
  const known = context.known(listed.page.input)?.contentHash ?? null;
  return known !== null && known === hashBytes(listed.page.bytes)
    ? { kind: "unchanged", input: listed.page.input }
    : listed;
}

function withoutHash(url: string): string {
  const address = new URL(url);
  address.hash = "";
  return address.href;
}
