/** Training examples as Parquet columns: declared for each format, so that no first rows decide what a column is. */
import type { JsonObject } from "../../contracts/json.ts";
import type { TrainingFormat } from "../../contracts/training.ts";
import type { Columns } from "../parquet.ts";

const turns = { listOf: ["role", "content"] } as const;

/** Columns of a format, in the order of its JSON Lines; one for an upload elsewhere has none. */
export const trainingColumns: Readonly<Partial<Record<TrainingFormat, Columns>>> = {
  chat: { messages: turns },
  repair: { messages: turns },
  alpaca: { instruction: "text", input: "text", output: "text", system: "text" },
  completion: { prompt: "text", completion: "text" },
  sharegpt: { conversations: { listOf: ["from", "value"] } },
  preference: { prompt: turns, chosen: turns, rejected: turns },
  quadruplets: { instruction: "text", reasoning: "text", code: "text", tests: "text" },
};

/** What further columns hold, over all rows: `text` when every value is text or null, else JSON as text. */
export class FurtherColumns {
  readonly #declared: Columns;
  readonly #kinds = new Map<string, "text" | "json">();

  constructor(declared: Columns) {
    this.#declared = declared;
  }

  see(row: JsonObject): void {
    for (const [name, value] of Object.entries(row)) {
      if (name in this.#declared) continue;
      const isText = value === null || typeof value === "string";
      if (!isText) this.#kinds.set(name, "json");
      else if (!this.#kinds.has(name)) this.#kinds.set(name, "text");
    }
  }

  get names(): string[] {
    return [...this.#kinds.keys()];
  }

  get columns(): Columns {
    const further = this.names.map((name) => [name, "text-or-null"] as const);
    return { ...this.#declared, ...Object.fromEntries(further) };
  }

  /**
   * A row as the columns take it. An empty struct, which Parquet cannot hold, is the text `{}`.
   * @throws Error that names the column whose value is not of its type.
   */
  fit(row: JsonObject): Record<string, unknown> {
    const declared = Object.entries(this.#declared).map(([name, type]) => [
      name,
      typeof type === "object" ? records(row[name], type.listOf, name) : text(row[name], name),
    ]);
    const further = [...this.#kinds].map(([name, kind]) => {
      const value = row[name] ?? null;
      return [name, value === null || kind === "text" ? value : JSON.stringify(value)];
    });
    return Object.fromEntries([...declared, ...further]) as Record<string, unknown>;
  }
}

function text(value: unknown, name: string): string {
  if (typeof value === "string") return value;
  throw new Error(`\`${name}\` is no text`);
}

function records(value: unknown, fields: readonly string[], name: string): Record<string, string>[] {
  if (!Array.isArray(value)) throw new Error(`\`${name}\` is no list`);
  return (value as readonly unknown[]).map((item, index) => {
    const record = (typeof item === "object" && item !== null ? item : {}) as Record<string, unknown>;
    const strange = Object.keys(record).filter((key) => !fields.includes(key));
    if (strange.length > 0) throw new Error(`\`${name}[${index}]\` has \`${strange.join("`, `")}\` besides`);
    return Object.fromEntries(
      fields.map((field) => [field, text(record[field], `${name}[${index}].${field}`)]),
    );
  });
}
