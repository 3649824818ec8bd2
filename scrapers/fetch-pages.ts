/** Pages by their addresses: robots.txt first, entity tags, and each failure with its reason. */
import type { ListContext, Listed, Page } from "../src/contracts/source.ts";
import { ToolkitError } from "../src/errors.ts";
import { asFailure, createHttp, type Http, type HttpAnswer } from "../src/io/http.ts";
import { createRobots, type Robots } from "../src/io/robots.ts";
import { hashBytes } from "./draft.ts";

export const ROBOTS_AGENT = "codergen";

export interface FetchOptions {
  readonly urls: readonly string[];
  /** Relative addresses in `urls` are resolved against it. */
  readonly base: string | undefined;
  readonly intervalMs: number;
}

/** @throws ToolkitError when an address is none. */
export async function* listUrls(options: FetchOptions, context: ListContext): AsyncGenerator<Listed> {
  const urls = options.urls.map((url) => resolveUrl(url, options.base));
  const http = createHttp({
    intervalMs: options.intervalMs,
    signal: context.signal,
    note: (message) => context.note(message),
  });
  const robots = createRobots(http, ROBOTS_AGENT);
  try {
    for (const url of new Set(urls)) yield await fetchPage(url, http, robots, context);
  } finally {
    await http.close();
  }
}

function resolveUrl(url: string, base: string | undefined): string {
  if (!URL.canParse(url, base)) {
    throw new ToolkitError("usage", `"${url}" is no web address.`, {
      hint: "Give whole addresses, or a --base that they are relative to.",
    });
  }
  return new URL(url, base).href;
}

/** One page; redirects are followed within the web, robots.txt is asked for the first address and the last. */
export async function fetchPage(
  url: string,
  http: Pick<Http, "get">,
  robots: Robots,
  context: ListContext,
): Promise<Listed> {
  const failed = (reason: string, detail: string): Listed => ({ kind: "failed", input: url, reason, detail });
  if (!(await robots.allows(url)))
    return failed("robots-disallowed", "robots.txt of the site does not allow this page.");
  const known = context.known(url);
  try {
    const headers: Record<string, string> = known?.etag == null ? {} : { "if-none-match": known.etag };
    const answer = await http.get(url, { headers });
    if (answer.status === 304) return { kind: "unchanged", input: url };
    if (answer.status !== 200)
      return failed(
        STATUS_REASONS[answer.status] ?? "fetch-failed",
        `The server answered with HTTP ${answer.status}.`,
      );
    if (answer.url !== url && !(await robots.allows(answer.url))) {
      return failed("robots-disallowed", `The page moved to ${answer.url}, which robots.txt does not allow.`);
    }
    if (known?.contentHash != null && known.contentHash === hashBytes(answer.bytes))
      return { kind: "unchanged", input: url };
    return { kind: "page", page: pageOf(url, answer) };
  } catch (error) {
    const failure = asFailure(error, url);
    return failed(failure.kind === "aborted" ? "interrupted" : "fetch-failed", failure.message);
  }
}

const STATUS_REASONS: Record<number, string> = {
  401: "unauthorized",
  403: "forbidden",
  404: "not-found",
  410: "not-found",
  429: "rate-limited",
};

function pageOf(url: string, answer: HttpAnswer): Page {
  const contentType = answer.headers.get("content-type");
  return {
    input: url,
    url: answer.url,
    revision: answer.headers.get("last-modified"),
    etag: answer.headers.get("etag"),
    bytes: answer.bytes,
    metadata: contentType === null ? {} : { contentType },
  };
}
