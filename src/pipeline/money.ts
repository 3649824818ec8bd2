/** Sums up what a run's models took: the ledger has every paid call, the records say what each was for. */
import type { Attempt } from "../contracts/attempt.ts";
import type { Money, Spent } from "../contracts/money.ts";
import type { RunStore } from "../io/run-store.ts";
import { readPaid } from "../io/ledger-file.ts";
import { addUsage, noUsage } from "../model/price.ts";

/** Null when the run asked no model. */
export async function countMoney(store: RunStore): Promise<Money | null> {
  const paid = await readPaid(store.ledgerPath);
  const total = empty();
  const byStage: Record<string, Spent> = {};
  const byModel: Record<string, Spent> = {};
  for (const { promptId, model, usage, costUsd } of paid) {
    const spent = { calls: 1, usage, costUsd };
    add(total, spent);
    add((byStage[promptId.split("/", 1)[0] ?? promptId] ??= empty()), spent);
    add((byModel[model] ??= empty()), spent);
  }
  const { answers, ...fromRecords } = await countRecords(store);
  if (paid.length === 0 && answers === 0) return null;
  const { keptTasks } = fromRecords;
  const costPerKeptTaskUsd = total.costUsd === null || keptTasks === 0 ? null : total.costUsd / keptTasks;
  return { total, byStage, byModel, ...fromRecords, costPerKeptTaskUsd };
}

type FromRecords = Omit<Money, "total" | "byStage" | "byModel" | "costPerKeptTaskUsd"> & { answers: number };

async function countRecords(store: RunStore): Promise<FromRecords> {
  const own = empty();
  const counts: FromRecords = {
    answers: 0,
    byRole: {},
    byPiece: {},
    outcomes: {},
    fromCache: 0,
    keptTasks: 0,
    ownCostOfKeptTaskUsd: null,
  };
  for await (const { attempts = [], tasks } of store.tasks.records()) {
    for (const attempt of attempts) countAttempt(counts, attempt);
    const kept = await keptOf(store, tasks);
    counts.keptTasks += kept;
    if (kept > 0) for (const attempt of attempts) add(own, attempt);
  }
  const known = own.costUsd !== null && counts.keptTasks > 0;
  return { ...counts, ownCostOfKeptTaskUsd: known ? (own.costUsd ?? 0) / counts.keptTasks : null };
}

function countAttempt(counts: FromRecords, attempt: Attempt): void {
  const { role, piece, outcome, fromCache } = attempt;
  add((counts.byRole[role] ??= empty()), attempt);
  add((counts.byPiece[piece] ??= empty()), attempt);
  counts.outcomes[outcome] = (counts.outcomes[outcome] ?? 0) + 1;
  counts.answers++;
  if (fromCache) counts.fromCache++;
}

async function keptOf(store: RunStore, tasks: readonly { readonly id: string }[]): Promise<number> {
  let kept = 0;
  for (const { id } of tasks) {
    const tier = (await store.verdicts.get(id))?.tier;
    if (tier === "all" || tier === "verified") kept++;
  }
  return kept;
}

function empty(): Spent {
  return { calls: 0, usage: noUsage, costUsd: 0 };
}

/** A sum with an unknown part is unknown. */
function add(sum: Spent, { calls, usage, costUsd }: Spent): void {
  sum.calls += calls;
  sum.usage = addUsage(sum.usage, usage);
  sum.costUsd = sum.costUsd === null || (calls > 0 && costUsd === null) ? null : sum.costUsd + (costUsd ?? 0);
}
