/** A session about one task, kept in a folder: what was run, every answer, and at the end the files it is for. */
import { existsSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import {
  answerSchema,
  candidateSchema,
  matrixSchema,
  type RankingTask,
  rankingTaskSchema,
  rankingTestSchema,
  type RankSettings,
  rankSettingsSchema,
} from "../../contracts/ranking.ts";
import { ToolkitError } from "../../errors.ts";
import { writeFileAtomic, writeJsonAtomic } from "../../io/atomic-file.ts";
import { Journal } from "../../io/journal.ts";
import { acquireRunLock } from "../../io/run-lock.ts";
import { type CandidateSource, gatherMaterial, type TestSource } from "../../pipeline/rank/material.ts";
import {
  correctTest,
  rankedMaterial,
  type RankedMaterial,
  type RankTaskOptions,
} from "../../pipeline/rank/rank-task.ts";
import type { BenchmarkTask } from "../../rank/benchmarks/read-benchmark.ts";
import {
  policiesOf,
  type Reply,
  runSession,
  type SessionEvent,
  type SessionResult,
} from "../../rank/session.ts";
import { sessionFiles } from "../../rank/session-files.ts";
import { checkLiteral } from "../../rank/tests/right-value.ts";
import { canonicalJson, hashValue } from "../../util/hash.ts";
import { validate } from "../../util/validate.ts";
import { openRankTools, type RankTools, type RankToolsOptions } from "./tools.ts";

export interface RankSessionOptions extends RankToolsOptions {
  readonly task: BenchmarkTask;
  readonly candidates: CandidateSource;
  readonly tests: TestSource;
  readonly settings?: z.input<typeof rankSettingsSchema>;
  readonly options?: Partial<RankTaskOptions>;
  /** Folder of the session; one that is there already is continued. */
  readonly out: string;
  /** Forget what the folder holds of an earlier session. */
  readonly restart?: boolean;
}

export type RankSessionEvent =
  | SessionEvent
  | {
      readonly type: "prepared";
      readonly task: RankingTask;
      readonly candidates: RankedMaterial["candidates"];
      readonly tests: number;
      readonly executions: number;
      /** Answers of an earlier start that the session goes on behind. */
      readonly answered: number;
      readonly settings: RankSettings;
    }
  | { readonly type: "file-written"; readonly path: string };

const materialSchema = z.strictObject({
  task: rankingTaskSchema,
  candidates: z.array(candidateSchema),
  tests: z.array(rankingTestSchema),
  matrix: matrixSchema,
  correct: z.array(z.boolean()),
  behaviours: z.array(z.string()).nullable(),
  executions: z.int(),
  settings: rankSettingsSchema,
  /** Hash of the candidates and tests as files gave them: others are another session. */
  given: z.string(),
});
type Kept = z.infer<typeof materialSchema>;

/** An answer by its place; null where it was undone. */
const keptAnswerSchema = z.strictObject({ number: z.int(), answer: answerSchema.nullable() });

/** What a person's session does when nothing else is said: distinct assertions, tests and programs that run. */
const DEFAULTS: RankTaskOptions = {
  asserts: "split",
  dropInput: true,
  maxTests: null,
  shuffleSeed: null,
  rewrite: "none",
  pruneTests: true,
  pruneCandidates: false,
  observe: false,
};

/**
 * Runs candidates and tests once, then asks. Every answer is on disk before the next question; a killed session goes on
 * where it stopped. The reply to a question goes into `next`.
 * @throws ToolkitError `usage`, `run-conflict`, `input-invalid`, `sandbox-unavailable`, and those of the model port.
 */
export async function* rankSession(
  options: RankSessionOptions,
): AsyncGenerator<RankSessionEvent, SessionResult, Reply | undefined> {
  const settings = validate<RankSettings>(rankSettingsSchema, options.settings ?? {}, "ranking");
  policiesOf(settings, options.task.task.reference !== null);
  const lock = await acquireRunLock(options.out);
  const tools = await openRankTools(options, options.out);
  try {
    if (options.restart === true) await forget(options.out);
    const kept = await preparedSession(options, settings, tools);
    const journal = await Journal.open(
      join(options.out, "answers.jsonl"),
      keptAnswerSchema,
      ({ number }) => `${number}`,
    );
    try {
      return yield* ask(kept, journal, options, tools);
    } finally {
      await journal.close();
    }
  } finally {
    await tools.close();
    await lock.release();
  }
}

async function* ask(
  kept: Kept,
  journal: Journal<z.infer<typeof keptAnswerSchema>>,
  { out }: RankSessionOptions,
  tools: RankTools,
): AsyncGenerator<RankSessionEvent, SessionResult, Reply | undefined> {
  const { task, candidates, tests, matrix, settings, behaviours, executions, correct } = kept;
  const answers = await answersOf(journal);
  yield {
    type: "prepared",
    task,
    candidates,
    tests: tests.length,
    executions,
    answered: answers.length,
    settings,
  };
  const context = await tools.contextFor(task.requirements);
  const session = runSession({
    candidates,
    tests,
    matrix,
    settings,
    answers,
    isCorrect: (place) => correct[place] ?? false,
    ...(behaviours && { behaviours }),
    correct: (test, typed) =>
      correctTest({ task, candidates }, { test, literal: checkLiteral(tools.python, typed) }, context),
  });
  let reply: Reply | undefined;
  for (;;) {
    const step = await session.next(reply);
    if (step.done === true) {
      yield* writeResult(out, task, step.value);
      return step.value;
    }
    const event = step.value;
    if (event.type === "answered") await journal.append({ number: event.number, answer: event.answer });
    if (event.type === "undone") await journal.append({ number: event.number, answer: null });
    reply = yield event;
  }
}

/** The answers that stand, in the order of their questions. */
async function answersOf(journal: Journal<z.infer<typeof keptAnswerSchema>>) {
  const found = new Map<number, z.infer<typeof answerSchema>>();
  for await (const { number, answer } of journal.records()) {
    if (answer === null) found.delete(number);
    else found.set(number, answer);
  }
  return [...found].toSorted(([a], [b]) => a - b).map(([, answer]) => answer);
}

async function preparedSession(
  options: RankSessionOptions,
  settings: RankSettings,
  tools: RankTools,
): Promise<Kept> {
  const path = join(options.out, "session.json");
  if (existsSync(path)) return continued(path, options, settings);
  const seed = settings.seed;
  const material = await gatherMaterial(options.task, options, { ...tools, seed });
  const context = await tools.contextFor(options.task.task.requirements);
  const taskOptions = { ...DEFAULTS, ...options.options };
  const ranked = await rankedMaterial(material, taskOptions, tools.python, context);
  if (ranked.candidates.length === 0) throw nothing("candidates", "--candidates");
  if (ranked.tests.length === 0) throw nothing("tests that can be run", "--tests");
  const tests = ranked.tests.map(({ id, code, name, comparison }) => ({ id, code, name, comparison }));
  const kept = materialSchema.parse({ ...ranked, tests, settings, given: givenOf(options) });
  await writeJsonAtomic(path, kept);
  return kept;
}

/** @throws ToolkitError `run-conflict` when the folder is another session's. */
async function continued(path: string, options: RankSessionOptions, settings: RankSettings): Promise<Kept> {
  const kept = validate<Kept>(materialSchema, JSON.parse(await readFile(path, "utf8")), path);
  const isSame =
    kept.task.id === options.task.task.id && canonicalJson(kept.settings) === canonicalJson(settings);
  if (isSame && kept.given === givenOf(options)) return kept;
  const what = isSame ? "with other candidates or tests" : "about another task or with other settings";
  throw new ToolkitError("run-conflict", `${options.out} holds a session ${what}`, {
    hint: "Choose another folder with --out, or start over with --restart.",
  });
}

/** Texts of files count by what they say; a model's answers and mutants are those that the session began with. */
function givenOf({ candidates, tests }: Pick<RankSessionOptions, "candidates" | "tests">): string {
  return hashValue([candidates, tests]);
}

function nothing(what: string, option: string): ToolkitError {
  return new ToolkitError("input-invalid", `there are no ${what}`, { hint: `Give others with ${option}.` });
}

async function forget(out: string): Promise<void> {
  for (const name of ["session.json", "answers.partial.jsonl", "answers.jsonl", "candidates", "ranking.json"])
    await rm(join(out, name), { recursive: true, force: true });
}

/** Writes the ranked programs, the approved tests and the record; files of an earlier end are replaced. */
async function* writeResult(
  out: string,
  task: RankingTask,
  result: SessionResult,
): AsyncGenerator<RankSessionEvent, void, Reply | undefined> {
  for (const name of ["candidates", "solution.py", "test_solution.py"])
    await rm(join(out, name), { recursive: true, force: true });
  const files = sessionFiles(task, result);
  for (const { path, text } of files) await writeFileAtomic(join(out, path), text);
  const ids = (items: readonly { readonly id: string }[]) => items.map(({ id }) => id);
  const { candidates, approved, rejected, answers, rounds, stopped } = result;
  await writeJsonAtomic(join(out, "ranking.json"), {
    task: task.id,
    candidates: ids(candidates),
    approved: ids(approved),
    rejected: ids(rejected),
    answers,
    rounds,
    stopped,
  });
  for (const name of ["solution.py", "test_solution.py", "ranking.json"])
    if (name === "ranking.json" || files.some(({ path }) => path === name))
      yield { type: "file-written", path: join(out, name) };
}
