/** What calls cost. A model without a known price has cost null: unknown is unknown, never zero. */
import { z } from "zod";
import priceTable from "../../data/prices.json" with { type: "json" };
import type { Usage } from "../contracts/model.ts";

export const priceSchema = z.strictObject({
  input: z.number().min(0).describe("US dollars a million prompt tokens"),
  cachedInput: z
    .number()
    .min(0)
    .describe("US dollars a million prompt tokens served from the provider's cache"),
  output: z.number().min(0).describe("US dollars a million completion tokens"),
});
export type Price = z.infer<typeof priceSchema>;
export type Prices = Readonly<Record<string, Price>>;

const MILLION = 1_000_000;

/**
 * The price of a model: yours first, then the table; a dated name (`gpt-4o-2024-08-06`) has the price of the name
 * without the date.
 */
export function priceOf(model: string, own: Prices = {}): Price | null {
  const table: Prices = priceTable.models;
  const undated = model.replace(/-\d{4}-?\d{2}-?\d{2}$|-\d{4}$/, "");
  for (const name of [model, undated]) {
    for (const prices of [own, table]) if (Object.hasOwn(prices, name)) return prices[name] ?? null;
  }
  return null;
}

/** OpenAI and Azure bill batches at half the price. */
const BATCH_SHARE = 0.5;

/** The price of a model under a configuration. */
export function priceFor(
  model: string,
  { prices, batch }: { readonly prices: Prices; readonly batch: boolean },
): Price | null {
  const price = priceOf(model, prices);
  if (price === null || !batch) return price;
  const { input, cachedInput, output } = price;
  return { input: input * BATCH_SHARE, cachedInput: cachedInput * BATCH_SHARE, output: output * BATCH_SHARE };
}

/** US dollars for some usage. */
export function costOf(usage: Usage, price: Price): number {
  const fresh = usage.promptTokens - usage.cachedTokens;
  return (
    (fresh * price.input + usage.cachedTokens * price.cachedInput + usage.completionTokens * price.output) /
    MILLION
  );
}

export const noUsage: Usage = { promptTokens: 0, completionTokens: 0, cachedTokens: 0 };

export function addUsage(a: Usage, b: Usage): Usage {
  return {
    promptTokens: a.promptTokens + b.promptTokens,
    completionTokens: a.completionTokens + b.completionTokens,
    cachedTokens: a.cachedTokens + b.cachedTokens,
  };
}
