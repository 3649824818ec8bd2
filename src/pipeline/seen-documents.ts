/** Content hashes and ids met so far: repeated content is rejected, a repeated id gets a number. */
import type { Document, ScrapeRecord } from "../contracts/document.ts";

export class SeenDocuments {
  private readonly idByHash = new Map<string, string>();
  private readonly ids = new Set<string>();

  /** The record as it enters the dataset: rejected as a duplicate, or with an id of its own. */
  settle<Record extends ScrapeRecord>(record: Record): Record {
    if (record.state !== "accepted" || record.document === null) return record;
    const first = this.idByHash.get(record.document.contentHash);
    if (first !== undefined) {
      return { ...record, state: "rejected", reason: "duplicate", detail: `same content as ${first}` };
    }
    const document = { ...record.document, id: this.freeId(record.document.id) };
    this.remember(document);
    return { ...record, document };
  }

  /** Notes a document that was accepted earlier. */
  remember(document: Document): void {
    this.idByHash.set(document.contentHash, document.id);
    this.ids.add(document.id);
  }

  private freeId(id: string): string {
    let free = id;
    for (let number = 2; this.ids.has(free); number++) free = `${id}~${number}`;
    return free;
  }
}
