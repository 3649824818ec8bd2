/** The Batch API of the scripted server: files, batches, and answers that come after a while. */
import type { IncomingMessage } from "node:http";
import type { ChatBody } from "./scripted-server.ts";

interface Batch {
  readonly id: string;
  readonly input_file_id: string;
  readonly metadata: Record<string, string> | null;
  readonly endsAt: number;
  output: { readonly output_file_id: string | null; readonly error_file_id: string | null } | null;
}

interface Line {
  readonly custom_id: string;
  readonly body: ChatBody;
}

type Answer = { readonly status: number; readonly value: unknown } | null;

export class ScriptedBatches {
  readonly files = new Map<string, string>();
  readonly made: Batch[] = [];
  /** Set: batches end without answers, as when a day was not enough. */
  expire = false;

  constructor(
    private readonly ask: (body: ChatBody) => Answer,
    private readonly plan: { readonly batchMs?: number },
  ) {}

  serves({ url = "" }: IncomingMessage): boolean {
    return /^\/v1\/(files|batches)/.test(url);
  }

  answer({ url = "", method }: IncomingMessage, text: string): unknown {
    const [, , kind, id, part] = (url.split("?", 1)[0] ?? "").split("/");
    if (kind === "files") return method === "POST" ? this.upload(text) : this.file(id ?? "", part);
    if (method === "POST") return this.create(JSON.parse(text) as Batch);
    if (id === undefined)
      return { object: "list", data: this.made.map((batch) => this.show(batch)), has_more: false };
    const found = this.made.find((batch) => batch.id === id);
    return found === undefined ? { error: { message: "no such batch" } } : this.show(found);
  }

  private upload(multipart: string): unknown {
    const lines = multipart.split(/\r?\n/).filter((line) => line.startsWith("{"));
    return { id: this.keep(lines), object: "file", purpose: "batch" };
  }

  private keep(lines: readonly string[]): string {
    const id = `file-${this.files.size + 1}`;
    this.files.set(id, `${lines.join("\n")}\n`);
    return id;
  }

  /** The SDK reads the content as it is: an object that says so is sent as text. */
  private file(id: string, part: string | undefined): unknown {
    const content = this.files.get(id) ?? "";
    return part === "content" ? new RawText(content) : { id, object: "file" };
  }

  private create({ input_file_id, metadata = null }: Partial<Batch>): unknown {
    const batch: Batch = {
      id: `batch-${this.made.length + 1}`,
      input_file_id: input_file_id ?? "",
      metadata,
      endsAt: performance.now() + (this.plan.batchMs ?? 0),
      output: null,
    };
    this.made.push(batch);
    return this.show(batch);
  }

  private show(batch: Batch): unknown {
    const { id, input_file_id, metadata, endsAt } = batch;
    const shown = { id, object: "batch", input_file_id, metadata };
    if (performance.now() < endsAt) return { ...shown, status: "in_progress" };
    batch.output ??= this.expire ? { output_file_id: null, error_file_id: null } : this.work(batch);
    return { ...shown, status: this.expire ? "expired" : "completed", ...batch.output };
  }

  private work({ input_file_id }: Batch): Batch["output"] {
    const good: string[] = [];
    const bad: string[] = [];
    for (const text of (this.files.get(input_file_id) ?? "").trimEnd().split("\n")) {
      const { custom_id, body } = JSON.parse(text) as Line;
      const answer = this.ask(body) ?? { status: 500, value: { error: { message: "broken" } } };
      const response = { status_code: answer.status, request_id: "r", body: answer.value };
      (answer.status === 200 ? good : bad).push(JSON.stringify({ custom_id, response, error: null }));
    }
    const idOf = (lines: readonly string[]): string | null => (lines.length === 0 ? null : this.keep(lines));
    return { output_file_id: idOf(good), error_file_id: idOf(bad) };
  }
}

/** Text that is sent as it is. */
export class RawText {
  constructor(readonly text: string) {}
}
