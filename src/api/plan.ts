/** From a checked configuration to sources with checked options. */
import type { SourceConfig } from "../contracts/config.ts";
import type { SourcePlan } from "../pipeline/scrape.ts";
import type { Toolkit } from "../registry.ts";
import { validate } from "../util/validate.ts";

/**
 * @throws ToolkitError `config-invalid` naming the source and the option, `sandbox-unavailable` when a source
 * needs a sandbox and there is none.
 */
export async function planSources(toolkit: Toolkit, configs: readonly SourceConfig[]): Promise<SourcePlan[]> {
  const plans: SourcePlan[] = [];
  for (const { source: name, ...options } of configs) {
    const source = await toolkit.source(name);
    plans.push({ source, options: validate(source.options, options, `options of source ${name}`) });
  }
  return plans;
}
