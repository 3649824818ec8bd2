/** Publishing a dataset on the Hub. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { z } from "zod";
import type { PipelineEvent } from "../contracts/events.ts";
import { type PublishOptions, publishOptionsSchema, type PublishResult } from "../contracts/publish.ts";
import { ToolkitError } from "../errors.ts";
import { readEnvironment } from "../io/env.ts";
import { waitQuietly } from "../io/hub-fetch.ts";
import { HUB_URL, HubDataset } from "../io/hub-publish.ts";
import { publishPlan } from "../pipeline/publish.ts";
import { planPublication, publishedFile } from "../pipeline/publish-plan.ts";
import { validate } from "../util/validate.ts";
import { toolkitVersion } from "../version.ts";

export interface PublishRunOptions {
  /** Asks nobody: the result has the files and the card. */
  readonly dryRun?: boolean;
  /** Default: HF_TOKEN. */
  readonly token?: string | null;
  /** Default: HF_ENDPOINT, else https://huggingface.co. */
  readonly hubUrl?: string | null;
  readonly signal?: AbortSignal;
  /** Replaces the waiting between tries. */
  readonly wait?: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
}

/**
 * Publishes a run, or an exported dataset folder, as one commit: Parquet a config, a card, and `codergen.json` with what
 * makes it anew. Private unless `public`. The same contents again make no commit; a broken upload goes on when the
 * same call is made again.
 * @returns `card-edited` with a diff when people edited the card on the Hub and `replaceCard` is not set.
 * @throws ToolkitError `config-invalid`, `usage`, `input-not-found`, `input-invalid` (licences, metadata),
 * `unauthorized`, `run-conflict`, `rate-limited`, `http-failed`.
 */
export async function* publish(
  folder: string,
  input: z.input<typeof publishOptionsSchema>,
  options: PublishRunOptions = {},
): AsyncGenerator<PipelineEvent, PublishResult> {
  const wanted = validate<PublishOptions>(publishOptionsSchema, input, "publish options");
  const environment = readEnvironment();
  const hubUrl = (options.hubUrl ?? environment.hubUrl)?.replace(/\/+$/, "") ?? null;
  const { wait = waitQuietly, signal } = options;
  const staging = await mkdtemp(join(tmpdir(), "codergen-publish-"));
  try {
    const url = `${hubUrl ?? HUB_URL}/datasets/${wanted.to}`;
    const plan = await planPublication(resolve(folder), wanted, { toolkitVersion, url, staging });
    for (const message of plan.notes) yield { type: "note", message };
    const { card, files } = plan.under({}); // faults of the metadata are told before anybody is asked
    if (options.dryRun === true) {
      const nothing = { diff: "", commit: null, url: null, notes: [...plan.notes] };
      return { state: "planned", repository: wanted.to, files: files.map(publishedFile), card, ...nothing };
    }
    const notes: string[] = [];
    const hub = new HubDataset({
      repository: wanted.to,
      token: requireToken(options.token ?? environment.hubToken),
      hubUrl,
      ...(signal !== undefined && { signal }),
      wait,
      note: (message) => notes.push(message),
    });
    const work = publishPlan(plan, wanted, { hub, toolkitVersion, wait: (ms) => wait(ms, signal) });
    for (;;) {
      const step = await work.next();
      for (const message of notes.splice(0)) yield { type: "note", message };
      if (step.done === true) return step.value;
      yield step.value;
    }
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

function requireToken(token: string | null): string {
  const hint =
    "Make one with write access at https://huggingface.co/settings/tokens and set HF_TOKEN to it; --dry-run needs none.";
  if (token === null) throw new ToolkitError("unauthorized", "publishing needs a token of the Hub", { hint });
  if (!token.startsWith("hf_"))
    throw new ToolkitError("unauthorized", "HF_TOKEN is no token of the Hub: those begin with hf_", { hint });
  return token;
}
