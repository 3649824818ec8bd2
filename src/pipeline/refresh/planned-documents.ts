/** What a refresh would find, without writing anything: which documents are as they were, and which are not. */
import type { Document } from "../../contracts/document.ts";
import type { RefreshOptions } from "../../contracts/refresh.ts";
import type { FinishedRun } from "../../io/finished-run.ts";
import { type ScrapeContext, scrapeEntries, type SourcePlan } from "../scrape.ts";
import { SeenDocuments } from "../seen-documents.ts";
import { EarlierDocuments } from "./earlier-documents.ts";
import { scrapeRules } from "./scrape-rules.ts";

export interface PlannedDocument {
  readonly documentId: string;
  readonly state: "same" | "changed" | "new" | "gone";
  /** Tasks of the earlier run that were made from it. */
  readonly tasks: number;
  /** What a generator would be asked about; null for documents that are as they were, or gone. */
  readonly document: Document | null;
}

export async function* plannedDocuments(
  earlier: FinishedRun,
  plans: readonly SourcePlan[],
  options: RefreshOptions,
  context: Pick<ScrapeContext, "parsePages" | "concurrency" | "signal"> & {
    readonly note: (message: string) => void;
  },
): AsyncGenerator<PlannedDocument> {
  const documents = await EarlierDocuments.of(earlier);
  const rules = await scrapeRules(earlier, plans, options);
  const seen = new Set<string>();
  const tasksOf = async (id: string): Promise<number> => (await earlier.tasks.get(id))?.tasks.length ?? 0;
  const progress = { has: () => false, seen: new SeenDocuments(), order: [] as string[], note: context.note };
  for await (const { state, document } of scrapeEntries(plans, progress, { ...context, ...rules })) {
    if (state !== "accepted" || document === null) continue;
    seen.add(document.id);
    const compared = documents.compare(document);
    yield {
      documentId: document.id,
      state: compared,
      tasks: await tasksOf(document.id),
      document: compared === "same" ? null : document,
    };
  }
  for await (const { document } of rules.further(new Set(progress.order))) {
    if (document === null) continue;
    seen.add(document.id);
    yield { documentId: document.id, state: "same", tasks: await tasksOf(document.id), document: null };
  }
  for (const documentId of documents.ids())
    if (!seen.has(documentId))
      yield { documentId, state: "gone", tasks: await tasksOf(documentId), document: null };
}
