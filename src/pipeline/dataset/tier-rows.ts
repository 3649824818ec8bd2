/** Rows that each config of a run's dataset has. */
import { type Tier, tiers } from "../../contracts/execution.ts";
import type { VersionEntry } from "../../contracts/dataset-version.ts";
import { configNames, inConfig } from "../../export/row.ts";
import type { RunJournals } from "../../io/run-store.ts";

export async function tierRows({ verdicts }: Pick<RunJournals, "verdicts">): Promise<VersionEntry["tasks"]> {
  const counts = Object.fromEntries(tiers.map((tier) => [tier, 0])) as Record<Tier, number>;
  for await (const { tier } of verdicts.records()) counts[tier]++;
  const rows = configNames.map((config) => [
    config,
    tiers.filter((tier) => inConfig(tier, config)).reduce((sum, tier) => sum + counts[tier], 0),
  ]);
  return Object.fromEntries(rows) as VersionEntry["tasks"];
}
