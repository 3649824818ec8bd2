/** The run's summary: counts a stage and a tier that add up to the inputs. */
import { outcomeSchema, type Tier, tiers, verdicts, type VerifyRecord } from "../contracts/execution.ts";
import type { Summary } from "../contracts/summary.ts";
import { configNames, inConfig } from "../export/row.ts";
import type { RunStore } from "../io/run-store.ts";
import { countMoney } from "./money.ts";
import { countInto, sortedCounts } from "../util/counts.ts";

/** Counts what a run's journals hold; open records count as ungraded. */
export async function summarizeRun(store: RunStore): Promise<Summary> {
  const { name, toolkitVersion } = store.manifest;
  const scrape = await countScrape(store);
  const { generate, taskIds } = await countGenerate(store, scrape.accepted);
  const verify = emptyVerify(taskIds);
  for await (const record of store.verdicts.records()) countVerdict(verify, record);
  verify.ungraded = taskIds - verify.tasksSeen;
  const { tasksSeen: _seen, ...counted } = verify;
  const rows = Object.fromEntries(
    configNames.map((config) => [
      config,
      tiers.filter((tier) => inConfig(tier, config)).reduce((sum, tier) => sum + counted.tiers[tier], 0),
    ]),
  ) as Summary["export"];
  return {
    name,
    toolkitVersion,
    scrape,
    generate,
    verify: {
      ...counted,
      outcomes: sortedCounts(counted.outcomes),
      notVerifiedByReason: sortedCounts(counted.notVerifiedByReason),
      failuresByCause: sortedCounts(counted.failuresByCause),
    },
    money: await countMoney(store),
    export: rows,
  };
}

async function countScrape(store: RunStore): Promise<Summary["scrape"]> {
  const counts = { inputs: 0, accepted: 0, rejected: 0, rejectedByReason: {} };
  for await (const entry of store.documents.records()) {
    counts.inputs++;
    counts[entry.state]++;
    if (entry.state === "rejected") countInto(counts.rejectedByReason, entry.reason ?? "unknown");
  }
  return { ...counts, rejectedByReason: sortedCounts(counts.rejectedByReason) };
}

async function countGenerate(
  store: RunStore,
  documents: number,
): Promise<{ generate: Summary["generate"]; taskIds: number }> {
  const counts = { generated: 0, rejected: 0, tasks: 0, rejectedByReason: {} };
  for await (const record of store.tasks.records()) {
    counts[record.state]++;
    counts.tasks += record.tasks.length;
    if (record.state === "rejected") countInto(counts.rejectedByReason, record.reason ?? "unknown");
  }
  const ungraded = documents - counts.generated - counts.rejected;
  const rejectedByReason = sortedCounts(counts.rejectedByReason);
  return { generate: { documents, ...counts, ungraded, rejectedByReason }, taskIds: counts.tasks };
}

type VerifyCounts = Summary["verify"] & { tasksSeen: number };

function emptyVerify(tasks: number): VerifyCounts {
  return {
    tasks,
    tasksSeen: 0,
    tiers: Object.fromEntries(tiers.map((tier) => [tier, 0])) as Record<Tier, number>,
    outcomes: {},
    ungraded: 0,
    verdicts: Object.fromEntries(verdicts.map((verdict) => [verdict, 0])),
    vacuousCases: 0,
    flakyTasks: 0,
    notVerifiedByReason: {},
    failuresByCause: {},
  };
}

function countVerdict(counts: VerifyCounts, record: VerifyRecord): void {
  counts.tasksSeen++;
  counts.tiers[record.tier]++;
  countInto(counts.outcomes, outcomeSchema.parse(record.outcome));
  if (record.flakyCases.length > 0) counts.flakyTasks++;
  for (const reason of record.notVerified) countInto(counts.notVerifiedByReason, reason);
  for (const result of record.cases) {
    countInto(counts.verdicts, result.verdict);
    if (result.vacuousUnder.length > 0) counts.vacuousCases++;
    if (result.verdict === "passed") continue;
    const { code, exception } = result.cause ?? record.cause ?? { code: "unknown", exception: null };
    countInto(counts.failuresByCause, exception === null ? code : `${code}: ${exception}`);
  }
}
