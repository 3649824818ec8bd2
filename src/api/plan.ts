/** From a checked configuration to sources with checked options. */
import type { SourceConfig } from "../contracts/config.ts";
import { readEnvironment } from "../io/env.ts";
import type { SourcePlan } from "../pipeline/scrape.ts";
import type { Toolkit } from "../registry.ts";
import { validate } from "../util/validate.ts";

/**
 * @throws ToolkitError `config-invalid` naming the source and the option, `sandbox-unavailable` when a source
 * needs a sandbox and there is none.
 */
export async function planSources(toolkit: Toolkit, configs: readonly SourceConfig[]): Promise<SourcePlan[]> {
  const plans: SourcePlan[] = [];
  const { hubToken, hubUrl } = readEnvironment();
  for (const { source: name, ...given } of configs) {
    const source = await toolkit.source(name);
    const fromEnvironment = name === "huggingface" ? { token: hubToken, hubUrl } : {};
    const set = Object.entries(fromEnvironment).filter(([, value]) => value !== null);
    const options = { ...Object.fromEntries(set), ...given };
    plans.push({ source, options: validate(source.options, options, `options of source ${name}`) });
  }
  return plans;
}
