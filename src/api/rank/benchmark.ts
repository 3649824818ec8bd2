/** Whole benchmarks ranked by an oracle, kept in a folder and continued where they stopped. */
import { existsSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type { z } from "zod";
import {
  rankRecordSchema,
  type RankRecord,
  type RankSettings,
  rankSettingsSchema,
} from "../../contracts/ranking.ts";
import { describeError, ToolkitError } from "../../errors.ts";
import { writeFileAtomic, writeJsonAtomic } from "../../io/atomic-file.ts";
import { Journal } from "../../io/journal.ts";
import { acquireRunLock } from "../../io/run-lock.ts";
import {
  type BenchmarkEntry,
  rankBenchmark,
  type RankBenchmarkEvent,
} from "../../pipeline/rank/benchmark.ts";
import { type CandidateSource, gatherMaterial, type TestSource } from "../../pipeline/rank/material.ts";
import { rankedMaterial, type RankTaskOptions } from "../../pipeline/rank/rank-task.ts";
import type { Oracle, Setting } from "../../pipeline/rank/simulate.ts";
import {
  type BenchmarkFormat,
  type BenchmarkTask,
  readBenchmarkRow,
} from "../../rank/benchmarks/read-benchmark.ts";
import { summarizeSessions, type SessionsSummary } from "../../rank/metrics/summarize-sessions.ts";
import { curvePlot } from "../../rank/metrics/curve-plot.ts";
import { curveTable } from "../../rank/metrics/curve-table.ts";
import { shuffled } from "../../rank/mutant-candidates.ts";
import { candidatePolicyNamed, testPolicyNamed } from "../../rank/policy-named.ts";
import { parseSimulatedUser } from "../../rank/simulated-user.ts";
import { canonicalJson } from "../../util/hash.ts";
import { seededRandom } from "../../util/statistics.ts";
import { validate } from "../../util/validate.ts";
import { readRows, type TextsByTask, textsFor } from "./files.ts";
import { idInFile } from "./task.ts";
import { openRankTools, type RankTools, type RankToolsOptions } from "./tools.ts";

/** Candidates or tests of files, by task, besides what a session takes. */
export type ByTask<Source> = Source | { readonly from: "files"; readonly texts: TextsByTask };

export interface RankBenchmarkOptions extends RankToolsOptions {
  /** Rows of HumanEval, MBPP, sanitized MBPP, codergen's exports or tasks, or plain ones. */
  readonly dataset: string;
  /** Left out: told by the rows' fields. */
  readonly format?: BenchmarkFormat;
  readonly candidates: ByTask<CandidateSource>;
  readonly tests: ByTask<TestSource>;
  /** Every combination of these is played on the same matrix. */
  readonly testPolicies?: readonly string[];
  readonly candidatePolicies?: readonly string[];
  /** Such as "perfect" or "errors=10%,skips=20%". */
  readonly users?: readonly string[];
  readonly scorings?: readonly RankSettings["scoring"][];
  readonly settings?: Omit<z.input<typeof rankSettingsSchema>, "testPolicy" | "candidatePolicy" | "scoring">;
  readonly oracle?: Oracle;
  /** Protect candidates that pass the hidden tests, as TiCoder's evaluation does (false). */
  readonly protect?: boolean;
  /** The oracle gives the right value when it rejects a test (false). */
  readonly values?: boolean;
  readonly options?: Partial<RankTaskOptions>;
  /** Exactly so many tasks, drawn by the seed; left out: all. */
  readonly sample?: number;
  /** Programs that count in pass@k@m (1). */
  readonly k?: number;
  readonly out: string;
  readonly restart?: boolean;
}

export interface RankBenchmarkResult {
  readonly summaries: readonly SessionsSummary[];
  readonly errors: number;
  /** Tasks that the sandbox could not run; the same command tries them again. */
  readonly ungraded: number;
  readonly files: readonly string[];
}

const DEFAULTS: RankTaskOptions = {
  asserts: "split",
  dropInput: true,
  maxTests: 20,
  shuffleSeed: null,
  rewrite: "none",
  pruneTests: false,
  pruneCandidates: false,
  observe: false,
};

/**
 * pass@k@m of settings over a benchmark.
 * @throws ToolkitError `usage`, `input-not-found`, `input-invalid`, `run-conflict`, `sandbox-unavailable`, …
 */
export async function* rankDataset(
  options: RankBenchmarkOptions,
): AsyncGenerator<RankBenchmarkEvent, RankBenchmarkResult> {
  const settings = settingsOf(options);
  const lock = await acquireRunLock(options.out);
  const tools = await openRankTools(options, options.out);
  try {
    const entries = await entriesOf(options, tools); // what cannot be read claims no folder
    await claim(options, settings);
    const path = join(options.out, "records.jsonl");
    const journal = await Journal.open(path, rankRecordSchema, ({ task, setting }) => keyOf(task, setting));
    try {
      return yield* run({ options, settings, entries }, journal, tools);
    } finally {
      await journal.close();
    }
  } finally {
    await tools.close();
    await lock.release();
  }
}

interface Plan {
  readonly options: RankBenchmarkOptions;
  readonly settings: readonly Setting[];
  readonly entries: readonly BenchmarkEntry[];
}

async function* run(
  { options, settings, entries }: Plan,
  journal: Journal<RankRecord>,
  tools: RankTools,
): AsyncGenerator<RankBenchmarkEvent, RankBenchmarkResult> {
  let ungraded = 0;
  if (journal.sealed) {
    yield { type: "benchmark-started", total: entries.length, done: entries.length };
  } else {
    const work = rankBenchmark(entries, {
      settings,
      store: {
        has: (task, setting) => journal.has(keyOf(task, setting)),
        append: (record) => journal.append(record),
      },
      prepare: (task) => prepare(task, options, settings, tools),
      concurrency: tools.workers,
      signal: tools.signal,
    });
    for await (const event of work) {
      if (event.type === "task-ungraded") ungraded++;
      yield event;
    }
    const keys = entries.flatMap(({ id }) => settings.map(({ name }) => keyOf(id, name)));
    if (ungraded === 0) await journal.seal(keys);
  }
  return summarize(options, settings, journal, ungraded);
}

function keyOf(task: string, setting: string): string {
  return `${task}\n${setting}`;
}

async function prepare(
  task: BenchmarkTask,
  options: RankBenchmarkOptions,
  settings: readonly Setting[],
  tools: RankTools,
) {
  const { candidates, tests } = options;
  const sources = {
    candidates: candidates.from === "files" ? texts(candidates.texts, task) : candidates,
    tests: tests.from === "files" ? texts(tests.texts, task) : tests,
  };
  const seed = settings[0]?.settings.seed ?? 0;
  const material = await gatherMaterial(task, sources, { ...tools, seed });
  const context = await tools.contextFor(task.task.requirements);
  const rewrites = (options.options?.rewrite ?? "none") !== "none";
  const taskOptions = { ...DEFAULTS, shuffleSeed: rewrites ? seed : null, ...options.options };
  return { material: await rankedMaterial(material, taskOptions, tools.python, context), context };
}

function texts(byTask: TextsByTask, { task }: BenchmarkTask) {
  const own = textsFor(byTask, task.id);
  return { from: "texts" as const, texts: own.length > 0 ? own : textsFor(byTask, idInFile(task.id)) };
}

/** Tasks in the order of the file; a sample keeps that order. */
async function entriesOf(options: RankBenchmarkOptions, { python }: RankTools): Promise<BenchmarkEntry[]> {
  const rows = await readRows(options.dataset);
  if (rows.length === 0) {
    throw new ToolkitError("input-invalid", `${options.dataset} has no rows`, {
      hint: "Give a file with a task in each row, or the folder of a run with tasks of tier verified.",
    });
  }
  const entries = rows.map((row, index): BenchmarkEntry => {
    try {
      const read = readBenchmarkRow(python, row, options.format);
      return { id: read.task.id, read: () => read };
    } catch (error) {
      const fail = (): never => {
        throw new ToolkitError("input-invalid", describeError(error), { cause: error });
      };
      return { id: `row ${index + 1}`, read: fail };
    }
  });
  const { sample } = options;
  if (sample === undefined || sample >= entries.length) return entries;
  const random = seededRandom(options.settings?.seed ?? 0);
  const places = entries.map((_, place) => place);
  const drawn = new Set(shuffled(places, random).slice(0, sample));
  return entries.filter((_, place) => drawn.has(place));
}

/** Every combination, named by what differs between them. */
function settingsOf(options: RankBenchmarkOptions): Setting[] {
  const { testPolicies = ["information-gain"], candidatePolicies = ["dual-agreement"] } = options;
  const { users = ["perfect"], scorings = ["prune"], oracle = "reference" } = options;
  const { protect = false, values = false } = options;
  const combinations = testPolicies.flatMap((test) =>
    candidatePolicies.flatMap((candidate) =>
      scorings.flatMap((scoring) => users.map((user) => ({ test, candidate, scoring, user }))),
    ),
  );
  return combinations.map(({ test, candidate, scoring, user }) => {
    const testPolicy = testPolicyNamed(test).name;
    const candidatePolicy = candidatePolicyNamed(candidate).name;
    const settings = validate<RankSettings>(
      rankSettingsSchema,
      { ...options.settings, testPolicy, candidatePolicy, scoring },
      "ranking",
    );
    const name = `${testPolicy} + ${candidatePolicy}, ${scoring}, ${user}`;
    return { name, settings, user: parseSimulatedUser(user), oracle, protect, values };
  });
}

/** @throws ToolkitError `run-conflict` when the folder has lines of other settings. */
async function claim(options: RankBenchmarkOptions, settings: readonly Setting[]): Promise<void> {
  const { dataset, sample, out, candidates, tests, cpuSeconds, channel, prelude, model } = options;
  const sources = [candidates, tests].map((source) => (source.from === "texts" ? "texts" : source));
  const given = {
    settings,
    dataset,
    sample,
    sources,
    options: options.options,
    cpuSeconds,
    channel,
    prelude,
    model,
  };
  const identity = JSON.parse(canonicalJson(given)) as unknown;
  const path = join(out, "settings.json");
  if (options.restart === true)
    for (const name of ["settings.json", "records.jsonl", "records.partial.jsonl"])
      await rm(join(out, name), { force: true });
  if (!existsSync(path)) return writeJsonAtomic(path, identity);
  const earlier = JSON.parse(await readFile(path, "utf8")) as unknown;
  if (canonicalJson(earlier) === canonicalJson(identity)) return;
  throw new ToolkitError("run-conflict", `${out} holds a benchmark with other settings`, {
    hint: "Choose another folder with --out, or start over with --restart.",
  });
}

async function summarize(
  { out, k = 1 }: RankBenchmarkOptions,
  settings: readonly Setting[],
  journal: Journal<RankRecord>,
  ungraded: number,
): Promise<RankBenchmarkResult> {
  const bySetting = new Map<string, RankRecord[]>(settings.map(({ name }) => [name, []]));
  for await (const record of journal.records()) bySetting.get(record.setting)?.push(record);
  const maxQuestions = Math.max(...settings.map((setting) => setting.settings.maxQuestions));
  const summaries = [...bySetting.values()].map((records) => summarizeSessions(records, { k, maxQuestions }));
  const files = {
    "summary.json": `${JSON.stringify(summaries, null, 2)}\n`,
    "table.md": curveTable(summaries),
    "curve.svg": curvePlot(summaries),
  };
  for (const [name, text] of Object.entries(files)) await writeFileAtomic(join(out, name), text);
  return {
    summaries,
    errors: summaries[0]?.errors ?? 0,
    ungraded,
    files: Object.keys(files).map((name) => join(out, name)),
  };
}
