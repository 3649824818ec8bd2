/**
 * An append-only JSONL file with one record a key: how a stage remembers what it has finished.
 *
 * While a stage runs, records are appended to `<name>.partial.jsonl` as they come. When it ends, `seal` writes
 * them in input order to `<name>.jsonl`, so that the result does not depend on timing or on kills. Only keys and
 * byte offsets stay in memory; of a finished file that is read from front to back not even those. A line that a kill
 * cut short is dropped when the file is opened again; of two records with one key the later one counts.
 */
import { createReadStream } from "node:fs";
import { type FileHandle, open, rename, rm, stat } from "node:fs/promises";
import type { z } from "zod";
import { ToolkitError } from "../errors.ts";

interface Place {
  readonly offset: number;
  readonly length: number;
}

export class Journal<Record> {
  private readonly places = new Map<string, Place>();
  /** Opened once, also where several reads begin at the same time. */
  private handle: Promise<FileHandle> | null = null;
  private end = 0;
  private tail: Promise<void> = Promise.resolve();
  private sealedState = false;
  /** Resolved when `places` has what the file has; null where nobody asked for a key of a finished file yet. */
  private loaded: Promise<void> | null = null;

  private constructor(
    private readonly sealedPath: string,
    private readonly schema: z.ZodType<Record>,
    private readonly keyOf: (record: Record) => string,
  ) {}

  /**
   * Opens `<folder>/<name>.jsonl` when it is sealed, else `<name>.partial.jsonl`, made when missing.
   * @param options.readSealed False: a sealed file is not looked through before a record is asked for by its key; until
   * then `size`, `has` and `keys` throw.
   */
  static async open<Record>(
    sealedPath: string,
    schema: z.ZodType<Record>,
    keyOf: (record: Record) => string,
    options: { readonly readSealed: boolean } = { readSealed: true },
  ): Promise<Journal<Record>> {
    const journal = new Journal(sealedPath, schema, keyOf);
    journal.sealedState = (await fileSize(sealedPath)) !== null;
    if (options.readSealed || !journal.sealedState) await journal.indexed();
    return journal;
  }

  get sealed(): boolean {
    return this.sealedState;
  }

  get size(): number {
    return this.known().size;
  }

  has(key: string): boolean {
    return this.known().has(key);
  }

  keys(): IterableIterator<string> {
    return this.known().keys();
  }

  async get(key: string): Promise<Record | null> {
    await this.indexed();
    const place = this.places.get(key);
    if (place === undefined) return null;
    return this.decode(await this.readPlace(place));
  }

  /** Every record, in file order; in a sealed journal that is input order. */
  async *records(): AsyncGenerator<Record> {
    if (this.sealedState) {
      for await (const { line } of linesWithOffsets(this.path)) yield this.decode(line);
      return;
    }
    for (const place of this.places.values()) yield this.decode(await this.readPlace(place));
  }

  /** Adds a record; resolved when it has reached the operating system, so that a kill cannot lose it. */
  append(record: Record): Promise<void> {
    const written = this.tail.then(() => this.write(record));
    this.tail = written.catch(() => undefined);
    return written;
  }

  /** Writes the records of `keys`, in that order, as the finished file and drops the partial one. */
  async seal(keys: Iterable<string>): Promise<void> {
    await this.tail;
    const temporary = `${this.sealedPath}.tmp-${process.pid}`;
    const output = await open(temporary, "w");
    const sealedPlaces: [string, Place][] = [];
    let offset = 0;
    try {
      for (const key of keys) {
        const place = this.places.get(key);
        if (place === undefined) throw new ToolkitError("internal", `journal has no record for "${key}"`);
        await output.appendFile(await this.readPlace(place));
        sealedPlaces.push([key, { offset, length: place.length }]);
        offset += place.length;
      }
    } finally {
      await output.close();
    }
    await this.close();
    await rename(temporary, this.sealedPath);
    await rm(partialPath(this.sealedPath), { force: true });
    this.places.clear();
    for (const [key, place] of sealedPlaces) this.places.set(key, place);
    this.sealedState = true;
  }

  async close(): Promise<void> {
    await this.tail;
    const { handle } = this;
    this.handle = null;
    await (await handle)?.close();
  }

  private opened(): Promise<FileHandle> {
    this.handle ??= open(this.path, this.sealedState ? "r" : "a+");
    return this.handle;
  }

  private get path(): string {
    return this.sealedState ? this.sealedPath : partialPath(this.sealedPath);
  }

  private async write(record: Record): Promise<void> {
    if (this.sealedState) throw new ToolkitError("internal", `${this.sealedPath} is sealed`);
    const handle = await this.opened();
    const line = Buffer.from(`${JSON.stringify(record)}\n`);
    await handle.appendFile(line);
    const key = this.keyOf(record);
    this.places.delete(key);
    this.places.set(key, { offset: this.end, length: line.length });
    this.end += line.length;
  }

  private async readPlace(place: Place): Promise<Buffer> {
    const handle = await this.opened();
    const buffer = Buffer.alloc(place.length);
    await handle.read(buffer, 0, place.length, place.offset);
    return buffer;
  }

  private indexed(): Promise<void> {
    this.loaded ??= this.load();
    return this.loaded;
  }

  private known(): ReadonlyMap<string, Place> {
    if (this.loaded !== null) return this.places;
    throw new ToolkitError("internal", `${this.sealedPath} was not looked through yet`);
  }

  private decode(line: Buffer): Record {
    return this.schema.parse(JSON.parse(line.toString("utf8")));
  }

  private async load(): Promise<void> {
    const size = await fileSize(this.path);
    if (size === null) return;
    for await (const { offset, line } of linesWithOffsets(this.path)) {
      const key = this.keyOf(JSON.parse(line.toString("utf8")) as Record);
      this.places.delete(key);
      this.places.set(key, { offset, length: line.length + 1 });
      this.end = offset + line.length + 1;
    }
    if (this.end < size) await truncateFile(this.path, this.end);
  }
}

function partialPath(sealedPath: string): string {
  return sealedPath.replace(/\.jsonl$/, ".partial.jsonl");
}

async function fileSize(path: string): Promise<number | null> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

async function truncateFile(path: string, length: number): Promise<void> {
  const handle = await open(path, "r+");
  await handle.truncate(length);
  await handle.close();
}

/** The complete lines of a file with the byte offset of each; text after the last newline is left out. */
async function* linesWithOffsets(path: string): AsyncGenerator<{ offset: number; line: Buffer }> {
  let rest: Buffer = Buffer.alloc(0);
  let offset = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 }) as AsyncIterable<Buffer>) {
    const data = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let start = 0;
    for (let newline = data.indexOf(10); newline !== -1; newline = data.indexOf(10, start)) {
      yield { offset: offset + start, line: data.subarray(start, newline) };
      start = newline + 1;
    }
    offset += start;
    rest = data.subarray(start);
  }
}
