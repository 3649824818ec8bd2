/** robots.txt, read once for each origin (RFC 9309: missing allows everything, an unreachable server nothing). */
import robotsParser from "robots-parser";
import type { Http } from "./http.ts";

export interface Robots {
  allows(url: string): Promise<boolean>;
  /** Milliseconds that the site wants between requests; null when it does not say. */
  crawlDelayMs(url: string): Promise<number | null>;
  sitemaps(url: string): Promise<string[]>;
}

type Rules = ReturnType<typeof robotsParser>;

/** Rules for `agent`; the promise of an origin's file is kept, so that parallel requests fetch it once. */
export function createRobots(http: Pick<Http, "get">, agent: string): Robots {
  const byOrigin = new Map<string, Promise<Rules>>();
  const rulesOf = (url: string): Promise<Rules> => {
    const origin = new URL(url).origin;
    const kept = byOrigin.get(origin) ?? fetchRules(http, origin);
    byOrigin.set(origin, kept);
    return kept;
  };
  return {
    allows: async (url) => (await rulesOf(url)).isAllowed(url, agent) !== false,
    async crawlDelayMs(url) {
      const seconds = (await rulesOf(url)).getCrawlDelay(agent);
      return seconds === undefined ? null : seconds * 1000;
    },
    sitemaps: async (url) => (await rulesOf(url)).getSitemaps(),
  };
}

const ALLOW_ALL = "User-agent: *\nAllow: /\n";
const DENY_ALL = "User-agent: *\nDisallow: /\n";

async function fetchRules(http: Pick<Http, "get">, origin: string): Promise<Rules> {
  const address = `${origin}/robots.txt`;
  return robotsParser(address, await rulesText(http, address));
}

async function rulesText(http: Pick<Http, "get">, address: string): Promise<string> {
  try {
    const answer = await http.get(address);
    if (answer.status >= 500) return DENY_ALL;
    return answer.status === 200 ? new TextDecoder().decode(answer.bytes) : ALLOW_ALL;
  } catch {
    return DENY_ALL;
  }
}
