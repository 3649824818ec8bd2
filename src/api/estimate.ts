/** What a build with a model will take, before it starts. */
import { type Config, type ConfigInput, configSchema, type ModelConfig } from "../contracts/config.ts";
import type { Document } from "../contracts/document.ts";
import type { Estimate, EstimateLine } from "../contracts/estimate.ts";
import { ToolkitError } from "../errors.ts";
import { documentPage } from "../generate/model/document-page.ts";
import { readPromptFolder } from "../io/prompt-folder.ts";
import { estimateCalls, type PlannedPrompt } from "../model/estimate.ts";
import { priceFor } from "../model/price.ts";
import { countCautiously } from "../model/count-tokens.ts";
import { generatorNamed, repairAgentNamed } from "../registry.ts";
import { validate } from "../util/validate.ts";
import { scrape } from "./scrape.ts";

export interface EstimateOptions {
  readonly signal?: AbortSignal;
  readonly note?: (message: string) => void;
}

/**
 * Reads the documents a build would read and says what their tasks will cost. No model is asked.
 * @throws ToolkitError `usage` when the configuration names no model, or a generator that needs none.
 */
export async function estimate(input: ConfigInput, options: EstimateOptions = {}): Promise<Estimate> {
  const config = validate<Config>(configSchema, input, "configuration");
  const documents: Document[] = [];
  for (const source of config.sources) {
    for await (const { document } of scrape(source, { ...config, ...options }))
      if (document !== null) documents.push(document);
  }
  return estimateDocuments(config, documents);
}

/** The same for documents that are there. */
export function estimateDocuments(
  config: Pick<Config, "generator" | "model" | "repair">,
  documents: readonly Document[],
): Estimate {
  const { model } = config;
  if (model === undefined) {
    throw new ToolkitError("usage", "no model is named: there is nothing to pay for", {
      hint: "Name one with --model.",
    });
  }
  const generator = generatorNamed(config.generator ?? "piecewise");
  const prompts = readPromptFolder(model.prompts);
  const agent = config.repair === undefined ? null : repairAgentNamed(config.repair);
  const calls = [...(generator.calls?.(model.rounds) ?? []), ...(agent?.calls(model.rounds) ?? [])];
  const planned = calls.map((call) => {
    return { ...call, prompt: prompts.get(call.promptId) };
  });
  const pageTokens = documents.map((document) => countCautiously(documentPage(document)));
  const models = linesOf(model, planned, pageTokens);
  const known = models.every(({ costUsd }) => costUsd !== null);
  const sum = (end: "low" | "high"): number =>
    models.reduce((total, { costUsd }) => total + (costUsd?.[end] ?? 0), 0);
  return {
    documents: documents.length,
    generator: generator.name,
    models,
    costUsd: known ? { low: sum("low"), high: sum("high") } : null,
  };
}

/** One line for each model that some role asks. */
function linesOf(
  model: ModelConfig,
  planned: readonly PlannedPrompt[],
  pageTokens: readonly number[],
): EstimateLine[] {
  const byModel = new Map<string, PlannedPrompt[]>();
  for (const call of planned) {
    const { name } = model.roles[call.role] ?? model;
    byModel.set(name, [...(byModel.get(name) ?? []), call]);
  }
  return [...byModel].map(([name, calls]) =>
    estimateCalls({
      model: name,
      price: priceFor(name, model),
      calls,
      pageTokens,
      maxTokens: model.sampling.maxTokens,
      countTokens: countCautiously,
    }),
  );
}
