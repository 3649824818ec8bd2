/** The documents of an earlier run beside those of today. */
import type { Document } from "../../contracts/document.ts";
import type { RefreshSummary } from "../../contracts/refresh.ts";
import type { FinishedRun } from "../../io/finished-run.ts";
import type { RunStore } from "../../io/run-store.ts";
import { documentMeaning } from "./carried-task.ts";

export class EarlierDocuments {
  private constructor(
    private readonly run: FinishedRun,
    /** Of accepted documents: where their record is, and what they meant. */
    private readonly places: ReadonlyMap<string, { readonly key: string; readonly meaning: string }>,
  ) {}

  static async of(run: FinishedRun): Promise<EarlierDocuments> {
    const places = new Map<string, { key: string; meaning: string }>();
    for await (const { key, state, document } of run.documents.records())
      if (state === "accepted" && document !== null)
        places.set(document.id, { key, meaning: documentMeaning(document) });
    return new EarlierDocuments(run, places);
  }

  /** Ids of accepted documents, in the order of the run. */
  ids(): Iterable<string> {
    return this.places.keys();
  }

  async get(documentId: string): Promise<Document | null> {
    const place = this.places.get(documentId);
    return place === undefined ? null : ((await this.run.documents.get(place.key))?.document ?? null);
  }

  /** How a document of today stands to the one of its id. */
  compare(document: Document): "same" | "changed" | "new" {
    const meaning = this.places.get(document.id)?.meaning;
    if (meaning === undefined) return "new";
    return meaning === documentMeaning(document) ? "same" : "changed";
  }

  /** Counts today's documents; "gone" are those that were accepted then and are not now. */
  async count(store: Pick<RunStore, "documents">): Promise<RefreshSummary["documents"]> {
    const counts = { same: 0, changed: 0, new: 0 };
    for await (const { state, document } of store.documents.records())
      if (state === "accepted" && document !== null) counts[this.compare(document)]++;
    return { ...counts, gone: this.places.size - counts.same - counts.changed };
  }

  /** Why tasks of a document are not there today; null where they may still come. */
  async whyGone(
    store: Pick<RunStore, "documents" | "tasks">,
  ): Promise<(documentId: string) => Promise<string | null>> {
    const accepted = new Set<string>();
    for await (const { state, document } of store.documents.records())
      if (state === "accepted" && document !== null) accepted.add(document.id);
    return async (documentId) => {
      if (accepted.has(documentId))
        return (await store.tasks.get(documentId)) === null ? null : "its document gives another task";
      const key = this.places.get(documentId)?.key;
      const entry = key === undefined ? null : await store.documents.get(key);
      if (entry === null) return "its document is not there any more";
      if (entry.state === "accepted") return `its document is called ${entry.document?.id} now`;
      return `its document was rejected: ${entry.reason}: ${entry.detail}`;
    };
  }
}
