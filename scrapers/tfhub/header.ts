/** The head of a TensorFlow Hub page: `# Kind publisher/model/version`, one paragraph, comments `key: value`. */
import type { Outline } from "../markdown/outline.ts";

export interface TfhubHeader {
  /** "Module", "Placeholder", "Lite", "Tfjs", "Coral", "Collection", "Publisher"; null when the heading is another. */
  readonly kind: string | null;
  /** "google/nnlm-en-dim128". */
  readonly name: string | null;
  readonly version: string | null;
  /** Keys as written; repeated keys keep every value. */
  readonly comments: ReadonlyMap<string, readonly string[]>;
}

const KINDS = new Set(["Module", "Placeholder", "Lite", "Tfjs", "Coral", "Collection", "Publisher"]);

export function tfhubHeader(outline: Outline): TfhubHeader {
  const [word = "", handle = "", ...rest] = (outline.title ?? "").split(" ");
  const comments = commentsOf(outline.comments);
  if (!KINDS.has(word) || handle === "" || rest.length > 0)
    return { kind: null, name: null, version: null, comments };
  const parts = handle.split("/");
  const version = parts.length > 1 && /^\d+$/.test(parts.at(-1) ?? "") ? (parts.pop() ?? null) : null;
  return { kind: word, name: parts.join("/"), version, comments };
}

function commentsOf(comments: readonly string[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const comment of comments) {
    const colon = comment.indexOf(":");
    const key = comment.slice(0, colon).trim();
    if (colon < 1 || !/^[a-z][a-z0-9-]*$/.test(key)) continue;
    found.set(key, [...(found.get(key) ?? []), comment.slice(colon + 1).trim()]);
  }
  return found;
}
