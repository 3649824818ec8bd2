/** Scraping without a run folder: the records of one source, as they come. */
import { type SourceConfig, sourceConfigSchema } from "../contracts/config.ts";
import type { ScrapeRecord } from "../contracts/document.ts";
import { SeenDocuments } from "../pipeline/seen-documents.ts";
import { scrapeEntries } from "../pipeline/scrape.ts";
import { createToolkit, type ToolkitSettings } from "../registry.ts";
import { validate } from "../util/validate.ts";
import { planSources } from "./plan.ts";

export interface ScrapeOptions extends Partial<ToolkitSettings> {
  readonly signal?: AbortSignal;
  /** Lines for a person: a rate limit waited for, a renamed repository. */
  readonly note?: (message: string) => void;
}

/**
 * One record for each input of the source, in listing order.
 * @throws ToolkitError `config-invalid` for unknown options, `input-not-found`, `unauthorized`, …
 */
export async function* scrape(
  source: SourceConfig,
  options: ScrapeOptions = {},
): AsyncGenerator<ScrapeRecord> {
  const config = validate(sourceConfigSchema, source, "source");
  const { signal = new AbortController().signal, note = () => undefined, ...settings } = options;
  const { workers = 2, sandbox = "auto", python = "python3", cacheDir } = settings;
  const toolkit = createToolkit({ ...settings, sandbox, python, cacheDir, workers });
  try {
    const plans = await planSources(toolkit, [config]);
    const progress = { has: () => false, seen: new SeenDocuments(), order: [], note };
    const context = { parsePages: toolkit.parsePages, concurrency: workers, signal, previous: null };
    for await (const { key: _key, ...record } of scrapeEntries(plans, progress, context)) yield record;
  } finally {
    await toolkit.close();
  }
}
