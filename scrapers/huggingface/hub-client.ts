/**
 * The Hub over HTTP: search by `@huggingface/hub`, details and cards by their addresses. Never leaves the
 * configured host with a token, follows renames, and waits only when a quota is used up.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { listModels, type PipelineType } from "@huggingface/hub";
import { z } from "zod";
import { asFailure, createHttp } from "../../src/io/http.ts";
import { parseRateLimit } from "../../src/io/retry-delay.ts";
import type { HuggingfaceOptions } from "./options.ts";
import { refusalOf, type Refusal } from "./refusal.ts";

/** What the Hub says about a repository; loose, because fields come and go. */
export const modelFactsSchema = z.looseObject({
  id: z.string(),
  sha: z.string().nullish(),
  gated: z.union([z.boolean(), z.string()]).nullish(),
  downloads: z.number().nullish(),
  likes: z.number().nullish(),
  tags: z.array(z.string()).nullish(),
  pipeline_tag: z.string().nullish(),
  library_name: z.string().nullish(),
  lastModified: z.string().nullish(),
});
export type ModelFacts = z.infer<typeof modelFactsSchema>;

export type CardAnswer =
  | {
      readonly kind: "card";
      readonly bytes: Uint8Array;
      readonly etag: string | null;
      readonly revision: string | null;
    }
  | { readonly kind: "unchanged" }
  | Refusal;

export interface HubClient {
  search(): AsyncGenerator<ModelFacts>;
  details(id: string): Promise<ModelFacts | Refusal>;
  card(id: string, revision: string, etag: string | null): Promise<CardAnswer>;
  close(): Promise<void>;
}

interface HubContext {
  readonly signal: AbortSignal;
  note(message: string): void;
}

/** A client for `options.hubUrl`; `close` it. */
export function createHubClient(options: HuggingfaceOptions, context: HubContext): HubClient {
  const hub = options.hubUrl.replace(/\/+$/, "");
  const http = createHttp({ signal: context.signal, note: (message) => context.note(message) });
  const quota = createQuota(context);
  const send = async (url: string, headers: Record<string, string>): Promise<Response> => {
    await quota.wait(url);
    const response = await followRedirects(http.fetch, onHost(url, hub), headers);
    quota.see(response);
    return response;
  };
  const authorised: Record<string, string> =
    options.token === undefined ? {} : { authorization: `Bearer ${options.token}` };
  return {
    async *search() {
      const fetch = ((url: string, init: { headers?: Record<string, string> }) =>
        send(url, init.headers ?? {})) as typeof globalThis.fetch;
      yield* searchModels(options, hub, fetch);
    },
    async details(id) {
      const url = `${hub}/api/models/${encodeId(id)}`;
      return answering(url, async () => {
        const response = await send(url, { ...authorised, accept: "application/json" });
        if (!response.ok) return refusalOf(response, id);
        return modelFactsSchema.parse(await response.json());
      });
    },
    async card(id, revision, etag) {
      const url = `${hub}/${encodeId(id)}/resolve/${encodeURIComponent(revision)}/README.md`;
      return answering(url, async () => {
        const condition: Record<string, string> = etag === null ? {} : { "if-none-match": etag };
        const response = await send(url, { ...authorised, ...condition });
        if (response.status === 304) return { kind: "unchanged" };
        if (!response.ok) return refusalOf(response, id);
        const bytes = new Uint8Array(await response.arrayBuffer());
        return {
          kind: "card",
          bytes,
          etag: response.headers.get("etag"),
          revision: response.headers.get("x-repo-commit"),
        };
      });
    },
    close: () => http.close(),
  };
}

async function* searchModels(
  options: HuggingfaceOptions,
  hub: string,
  fetch: typeof globalThis.fetch,
): AsyncGenerator<ModelFacts> {
  const tags = [...options.tag];
  if (options.library !== undefined) tags.push(options.library);
  if (options.licence !== undefined) tags.push(`license:${options.licence}`);
  const search = {
    ...(options.search === undefined ? {} : { query: options.search }),
    ...(options.author === undefined ? {} : { owner: options.author }),
    ...(options.task === undefined ? {} : { task: options.task as PipelineType }),
    ...(tags.length === 0 ? {} : { tags }),
  };
  const models = listModels({
    search,
    sort: "downloads",
    limit: options.limit,
    hubUrl: hub,
    fetch,
    additionalFields: ["sha", "tags", "library_name", "cardData"],
    ...(options.token === undefined ? {} : { accessToken: options.token }),
  });
  for await (const model of models) {
    if (model.downloads < options.minDownloads) return;
    const { id: _, name, task, updatedAt, ...facts } = model;
    const lastModified = Number.isNaN(updatedAt.getTime()) ? null : updatedAt.toISOString();
    yield modelFactsSchema.parse({ ...facts, id: name, pipeline_tag: task, lastModified });
  }
}

async function answering<Answer>(url: string, ask: () => Promise<Answer>): Promise<Answer | Refusal> {
  try {
    return await ask();
  } catch (error) {
    const failure = asFailure(error, url);
    return {
      kind: "failed",
      reason: failure.kind === "aborted" ? "interrupted" : "fetch-failed",
      detail: failure.message,
    };
  }
}

/** A next-page link of another host (a mirror that passes the Hub's own on) is asked of the configured one. */
function onHost(url: string, hub: string): string {
  const wanted = new URL(hub);
  const given = new URL(url);
  return given.origin === wanted.origin ? url : `${wanted.origin}${given.pathname}${given.search}`;
}

const MAX_REDIRECTS = 6;

async function followRedirects(
  fetch: typeof globalThis.fetch,
  url: string,
  headers: Record<string, string>,
): Promise<Response> {
  let address = url;
  for (let hop = 0; hop < MAX_REDIRECTS; hop += 1) {
    const sameHost = new URL(address).origin === new URL(url).origin;
    const { authorization: _, ...open } = headers;
    const response = await fetch(address, { headers: sameHost ? headers : open, redirect: "manual" });
    const location = response.headers.get("location");
    if (response.status < 300 || response.status >= 400 || response.status === 304 || location === null)
      return response;
    await response.body?.cancel();
    address = new URL(location, address).href;
  }
  throw new Error(`more than ${MAX_REDIRECTS} redirects from ${url}`);
}

function createQuota(context: HubContext): {
  wait(url: string): Promise<void>;
  see(response: Response): void;
} {
  const openAtMs = new Map<string, number>();
  return {
    async wait(url) {
      const bucket = new URL(url).pathname.startsWith("/api/") ? "api" : "resolvers";
      const waitMs = (openAtMs.get(bucket) ?? 0) - Date.now();
      if (waitMs <= 0) return;
      context.note(`the Hub's quota "${bucket}" is used up: waiting ${Math.ceil(waitMs / 1000)} s`);
      await sleep(waitMs, undefined, { signal: context.signal });
    },
    see(response) {
      const state = parseRateLimit(response.headers.get("ratelimit") ?? "");
      if (state !== null && state.remaining === 0)
        openAtMs.set(state.bucket, Date.now() + (state.resetSeconds + 1) * 1000);
    },
  };
}

function encodeId(id: string): string {
  return id.split("/").map(encodeURIComponent).join("/");
}
