/** Part of the composition root: from a model configuration to the models a generator asks. */
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { ModelConfig } from "./contracts/config.ts";
import type { ModelSet } from "./contracts/generator.ts";
import type { Model, ModelRole } from "./contracts/model.ts";
import { readEnvironment } from "./io/env.ts";
import { createBatchServer } from "./io/openai-batch.ts";
import { createOpenAiServer } from "./io/openai.ts";
import { readPromptFolder } from "./io/prompt-folder.ts";
import { replyCacheFolder } from "./io/reply-cache-folder.ts";
import { createModel } from "./model/ask.ts";
import { Budget } from "./model/budget.ts";
import type { Ledger } from "./model/ledger.ts";
import type { ModelServer } from "./model/model-call.ts";
import { countCautiously } from "./model/count-tokens.ts";
import { priceFor } from "./model/price.ts";
import type { ReplyCache } from "./model/reply-cache.ts";
import { AdaptiveScheduler } from "./model/scheduler.ts";

export interface ModelSetOptions {
  readonly cacheDir: string;
  /** What the run has paid for so far, and where it is noted. */
  readonly ledger: Ledger;
  /** Asked instead of the configuration's address. */
  readonly server?: ModelServer;
}

/** One model a role; roles that name the same server and model share it, its window and its cache. */
export function createModelSet(config: ModelConfig, options: ModelSetOptions): ModelSet {
  const { ledger, cacheDir } = options;
  const budget = new Budget(config.budgetUsd, ledger.spentUsd);
  const shared: Shared = {
    budget,
    ledger,
    cache: cacheOf(config, cacheDir),
    batchFolder: join(cacheDir, "batches"),
    server: options.server ?? null,
  };
  const models = new Map<string, Model>();
  return {
    sampling: config.sampling,
    rounds: config.rounds,
    prompts: readPromptFolder(config.prompts),
    for(role: ModelRole) {
      const { name, baseUrl, azureApiVersion } = config.roles[role] ?? config;
      const key = JSON.stringify([name, baseUrl, azureApiVersion]);
      const model = models.get(key) ?? makeModel({ ...config, name, baseUrl, azureApiVersion }, shared);
      models.set(key, model);
      return model;
    },
  };
}

/** What all models of a run have in common. */
interface Shared {
  readonly budget: Budget;
  readonly ledger: Ledger;
  readonly cache: ReplyCache;
  readonly batchFolder: string;
  readonly server: ModelServer | null;
}

/** A batch may hold any number of calls: what limits them is the number of documents in work. */
const MOST_IN_BATCHES = 100_000;

function makeModel(
  config: Omit<ModelConfig, "baseUrl" | "azureApiVersion"> & {
    baseUrl: string | undefined;
    azureApiVersion: string | undefined;
  },
  { budget, ledger, cache, batchFolder, server }: Shared,
): Model {
  const environment = readEnvironment();
  const azureApiVersion = config.azureApiVersion ?? null;
  const serverOptions = {
    baseUrl: config.baseUrl ?? null,
    apiKey: azureApiVersion === null ? environment.openAiKey : environment.azureKey,
    azureApiVersion,
    timeoutMs: config.timeoutSeconds * 1_000,
  };
  const { batch } = config;
  return createModel({
    server:
      server ??
      (batch
        ? createBatchServer({ ...serverOptions, folder: batchFolder })
        : createOpenAiServer(serverOptions)),
    model: config.name,
    price: priceFor(config.name, config),
    budget,
    ledger,
    scheduler: new AdaptiveScheduler({
      maxConcurrency: batch ? MOST_IN_BATCHES : config.concurrency,
      ...(batch && { initialConcurrency: MOST_IN_BATCHES }),
      requestsPerMinute: config.requestsPerMinute,
      tokensPerMinute: config.tokensPerMinute,
      now: () => performance.now(),
      sleep: (ms, signal) => sleep(ms, undefined, { signal }),
      random: Math.random,
    }),
    cache,
    protocols: batch ? ["call"] : ["call", "json", "tags"], // a question in a batch may take a day
    maxTokensCeiling: config.maxTokensCeiling,
    maxRepeats: 2,
    countTokens: countCautiously,
  });
}

function cacheOf({ record, replay }: ModelConfig, cacheDir: string): ReplyCache {
  if (replay !== undefined) return replyCacheFolder(replay, "replay");
  return replyCacheFolder(record ?? join(cacheDir, "replies"));
}
