/** Port: a source of documents. `list` is the edge (files, network), `parse` is pure. */
import type { z } from "zod";
import type { Document, SourceName } from "./document.ts";
import type { JsonObject } from "./json.ts";

/** One page as it was fetched. */
export interface Page {
  /** The input's own name, stable between runs: a relative path, a url, a repository id, `file#line`. */
  readonly input: string;
  readonly url: string | null;
  readonly revision: string | null;
  readonly etag: string | null;
  readonly bytes: Uint8Array;
  /** Facts the source already knows about the page (API answer, package metadata). */
  readonly metadata: JsonObject;
}

export type Listed =
  | { readonly kind: "page"; readonly page: Page }
  /** The server (or the content hash) says that the page is as it was; the earlier record stays. */
  | { readonly kind: "unchanged"; readonly input: string }
  | { readonly kind: "failed"; readonly input: string; readonly reason: string; readonly detail: string };

export type Parsed =
  | { readonly state: "accepted"; readonly document: Document }
  | {
      readonly state: "rejected";
      /** Short code: "empty", "not-text", "template", "no-content", … */
      readonly reason: string;
      readonly detail: string;
      readonly document: Document | null;
    };

export interface ListContext {
  /** What an earlier scrape remembers of an input; null when it is new. */
  known(input: string): { readonly etag: string | null; readonly contentHash: string | null } | null;
  readonly signal: AbortSignal;
  /** Lines for a person: waiting for a rate limit, a renamed repository, a skipped link. */
  note(message: string): void;
}

export interface Source<Options = unknown> {
  readonly name: SourceName;
  /** One line for `--help`. */
  readonly summary: string;
  /** Strict: unknown options are errors. Descriptions (`.describe`) become help and JSON Schema. */
  readonly options: z.ZodType<Options>;
  /**
   * Pages in a stable order. One page that cannot be had is a `failed` item, never an exception.
   * @throws ToolkitError when nothing can be listed at all (no such folder, unauthorised, unknown package).
   */
  list(options: Options, context: ListContext): AsyncIterable<Listed>;
  /** Pure: the same page gives the same result. Never throws on content. */
  parse(page: Page): Promise<Parsed>;
}
