/**
 * Model server over OpenAI's Batch API: calls are gathered, sent as one file, and answered within a day at half the
 * price. Each batch is noted on disk before it is made, with the name that the provider keeps as its metadata; a run
 * that was killed finds its batches again, and nothing is paid twice.
 */
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { APIError, type OpenAI, toFile } from "openai";
import type { CallAnswer, CallRequest, ModelServer } from "../model/model-call.ts";
import { Interrupted } from "../model/scheduler.ts";
import { sha256 } from "../util/hash.ts";
import { type BatchRecord, BatchRecords } from "./batch-records.ts";
import { createClient, type OpenAiOptions } from "./openai.ts";
import { answerOf, chatBody, filteredAnswer } from "./openai-chat.ts";
import { translateError } from "./openai-errors.ts";
import { type BatchLine, inputLine, readOutput } from "./openai-batch-file.ts";

export interface BatchOptions extends OpenAiOptions {
  /** Where batches are noted. */
  readonly folder: string;
  /** How long to wait for further calls before a batch is sent, ms. */
  readonly gatherMs?: number;
  /** How often to look whether a batch has ended, ms. */
  readonly pollMs?: number;
}

/** Most calls of one batch; the provider takes 50,000 and 200 MB. */
const MAX_CALLS = 10_000;
const SDK_RETRIES = 5;
const ENDED = ["completed", "failed", "expired", "cancelled"];

export function createBatchServer(options: BatchOptions): ModelServer {
  const client = createClient(options, SDK_RETRIES);
  const batches = new Batches(client, options);
  return {
    address: client.baseURL,
    async call(request, signal, key) {
      const line = await batches.answerTo(key, request, signal);
      return readLine(line, request);
    },
  };
}

/** Answer or failure of one line, in the words of the model layer. */
function readLine({ status, body }: BatchLine, request: CallRequest): CallAnswer {
  if (status === 200) return answerOf(body as Parameters<typeof answerOf>[0]);
  const error = APIError.generate(status, body as object, undefined, new Headers());
  if (error.code === "content_filter") return filteredAnswer(request.model);
  throw translateError(error, request);
}

interface Waiting {
  readonly key: string;
  readonly request: CallRequest;
  readonly resolve: (line: BatchLine) => void;
  readonly reject: (error: unknown) => void;
}

class Batches {
  private readonly records: BatchRecords;
  private readonly gathered: Waiting[] = [];
  private timer: NodeJS.Timeout | null = null;
  /** Batches by the calls they hold, those of killed processes too. */
  private known: Promise<Map<string, BatchRecord>> | null = null;
  private readonly outputs = new Map<string, Promise<Map<string, BatchLine>>>();
  private readonly delivered = new Set<string>();

  constructor(
    private readonly client: OpenAI,
    private readonly options: BatchOptions,
  ) {
    this.records = new BatchRecords(join(options.folder, sha256(client.baseURL).slice(0, 16)));
  }

  async answerTo(key: string, request: CallRequest, signal: AbortSignal): Promise<BatchLine> {
    const record = (await (this.known ??= this.readKnown())).get(key);
    if (record !== undefined && !this.delivered.has(key)) {
      const line = (await stoppable(this.outputOf(record), signal)).get(key);
      this.delivered.add(key);
      if (line !== undefined) return line;
    }
    const line = await stoppable(this.gather(key, request), signal);
    this.delivered.add(key);
    return line;
  }

  /** Batches that were noted. One whose making was cut off is asked for at the provider, by our own name. */
  private async readKnown(): Promise<Map<string, BatchRecord>> {
    const known = new Map<string, BatchRecord>();
    const records = await this.records.all();
    const lost = records.filter(({ batchId }) => batchId === null);
    const found = lost.length === 0 ? new Map<string, string>() : await this.findMade();
    for (const noted of records) {
      const batchId = noted.batchId ?? found.get(noted.id) ?? null;
      const record = { ...noted, batchId };
      if (batchId === null)
        await this.records.drop(noted); // it was never made
      else for (const key of noted.keys) known.set(key, record);
      if (batchId !== noted.batchId && batchId !== null) await this.records.put(record);
    }
    return known;
  }

  private async findMade(): Promise<Map<string, string>> {
    const made = new Map<string, string>();
    for await (const { id, metadata } of this.client.batches.list({ limit: 100 })) {
      const name = metadata?.["codergen"];
      if (name !== undefined) made.set(name, id);
    }
    return made;
  }

  private gather(key: string, request: CallRequest): Promise<BatchLine> {
    return new Promise((resolve, reject) => {
      this.gathered.push({ key, request, resolve, reject });
      if (this.timer !== null) clearTimeout(this.timer);
      const waitMs = this.gathered.length >= MAX_CALLS ? 0 : (this.options.gatherMs ?? 5_000);
      this.timer = setTimeout(() => void this.send(this.gathered.splice(0, MAX_CALLS)), waitMs);
    });
  }

  private async send(calls: readonly Waiting[]): Promise<void> {
    try {
      const record = await this.make(calls);
      const known = await (this.known ??= this.readKnown());
      for (const { key } of calls) known.set(key, record);
      const output = await this.outputOf(record);
      for (const { key, resolve, reject } of calls) {
        const line = output.get(key);
        if (line === undefined) reject(new Interrupted("the batch ended without this answer"));
        else resolve(line);
      }
    } catch (error) {
      for (const { request, reject } of calls) reject(translateError(error, request));
    }
  }

  private async make(calls: readonly Waiting[]): Promise<BatchRecord> {
    const record = { id: randomUUID(), keys: calls.map(({ key }) => key), batchId: null };
    const text = calls.map(({ key, request }) => inputLine(key, chatBody(request))).join("");
    const file = await this.client.files.create({
      file: await toFile(Buffer.from(text), `${record.id}.jsonl`),
      purpose: "batch",
    });
    await this.records.put(record);
    const { id } = await this.client.batches.create({
      input_file_id: file.id,
      endpoint: "/v1/chat/completions",
      completion_window: "24h",
      metadata: { codergen: record.id },
    });
    const made = { ...record, batchId: id };
    await this.records.put(made);
    return made;
  }

  /** The answers of a batch, once it has ended; asked for once. */
  private outputOf({ batchId }: BatchRecord): Promise<Map<string, BatchLine>> {
    const id = batchId ?? "";
    const output = this.outputs.get(id) ?? this.waitFor(id);
    this.outputs.set(id, output);
    return output;
  }

  private async waitFor(batchId: string): Promise<Map<string, BatchLine>> {
    for (;;) {
      const {
        status,
        output_file_id: good,
        error_file_id: bad,
      } = await this.client.batches.retrieve(batchId);
      if (ENDED.includes(status)) {
        const files = [good, bad].filter((id) => typeof id === "string");
        const texts = await Promise.all(
          files.map(async (id) => (await this.client.files.content(id)).text()),
        );
        return readOutput(texts);
      }
      await sleep(this.options.pollMs ?? 30_000);
    }
  }
}

/** `work`, or the signal's reason when it comes first; the work itself goes on for others. */
async function stoppable<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  signal.throwIfAborted();
  return await new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason as Error);
    signal.addEventListener("abort", stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}
