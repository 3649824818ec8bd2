/** Documents of which one task is made together: a task composed of two others belongs to the documents of both. */
import type { Task } from "../../contracts/task.ts";
import { numberOf } from "../../util/hash.ts";

/** Holds composed tasks only. */
export class Families {
  readonly #leaders = new Map<number, number>();

  /** Takes in of what a task was composed; the same one again changes nothing. */
  see({ documentId, provenance }: Pick<Task, "documentId" | "provenance">): void {
    const { documents } = provenance.arguments;
    if (!Array.isArray(documents)) return;
    for (const parent of documents)
      if (typeof parent === "string") this.#join(numberOf(documentId), numberOf(parent));
  }

  /** The least document of the family; the document itself where it has none. Documents are those of `numberOf`. */
  leaderOf(document: number): number {
    let leader = document;
    for (let next = this.#leaders.get(leader); next !== undefined; next = this.#leaders.get(leader))
      leader = next;
    return leader;
  }

  #join(one: number, other: number): void {
    const [first, second] = [this.leaderOf(one), this.leaderOf(other)];
    if (first !== second) this.#leaders.set(Math.max(first, second), Math.min(first, second));
  }
}
