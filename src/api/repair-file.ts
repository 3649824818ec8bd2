/** Explaining why a file fails, and repairing it. */
import { chmod, readFile, realpath, stat, writeFile } from "node:fs/promises";
import { setMaxListeners } from "node:events";
import type { Config } from "../contracts/config.ts";
import type {
  FailureAnalysis,
  RepairContext,
  RepairRecord,
  RepairRequest,
  RunFeedback,
} from "../contracts/repair.ts";
import { writeFileAtomic } from "../io/atomic-file.ts";
import { memoryLedger } from "../model/ledger.ts";
import { notInstalled, repairRunner } from "../pipeline/repair-runner.ts";
import { loadPython } from "../python/index.ts";
import { createToolkit, repairAgentNamed, type Toolkit } from "../registry.ts";
import { analyseCases, analyseFailure, withInstalledNames } from "../repair/index.ts";
import { unifiedDiff } from "../util/unified-diff.ts";
import { readSubject, type RepairSubject, type SubjectOptions } from "./repair-subject.ts";

export interface RepairFileOptions extends SubjectOptions {
  /** "codergen" (the default), "react" or "self-edit". */
  readonly agent?: string;
  /** Asked before suggestions are followed; see `RepairContext`. Lines are those of the file. */
  readonly approve?: RepairContext["approve"];
  /** Told what is going on. */
  readonly note?: (text: string) => void;
  readonly signal?: AbortSignal;
}

/** A failed case, its analysis with lines as the files have them. */
export interface ExplainedCase {
  readonly name: string;
  readonly analysis: FailureAnalysis;
  /** The file that `testLine` is a line of. */
  readonly testFile: string;
}

export interface FileRepair {
  readonly file: string;
  readonly passed: number;
  readonly total: number;
  readonly outcome: RunFeedback["outcome"];
  /** The failure that counts, then every failed case; null and empty when all cases pass. */
  readonly analysis: FailureAnalysis | null;
  readonly failures: readonly ExplainedCase[];
  /** Null where no model was named, or nothing fails. Lines count in its programs. */
  readonly record: RepairRecord | null;
  /** Cases that the best program passes. */
  readonly passedAfter: number;
  /** The fix: empty where nothing better was found. */
  readonly diff: string;
  /** The file's text with the best program. */
  readonly text: string;
}

type RepairConfig = Pick<Config, "sandbox" | "workers" | "python" | "cacheDir" | "verify" | "model"> &
  Partial<Pick<Config, "docker" | "gpus" | "gpuShares" | "network" | "environments">>;

/**
 * Runs each file's tests, explains what fails, and with a model looks for a program that passes more of them. Writes
 * nothing: `applyRepair` does. Complete answers of models are cached: the same call again costs nothing.
 * @throws ToolkitError `input-not-found`, `input-invalid`, `usage`, `budget-exhausted`, `model-unavailable`, …
 */
export async function* repairFiles(
  files: readonly string[],
  config: RepairConfig,
  options: RepairFileOptions = {},
): AsyncGenerator<FileRepair> {
  const subjects: RepairSubject[] = [];
  for (const file of files) subjects.push(await readSubject(file, options));
  const agent = repairAgentNamed(options.agent ?? "codergen");
  const toolkit = createToolkit(config);
  const signal = options.signal ?? new AbortController().signal;
  setMaxListeners(0, signal);
  const models = config.model === undefined ? null : toolkit.models(config.model, memoryLedger());
  try {
    for (const subject of subjects) {
      signal.throwIfAborted();
      const runner = await runnerOf(subject, toolkit, config, signal);
      const noted = withNotes(runner, subject, options.note);
      const before = await noted.run(subject.request.code);
      const explained = await explain(subject, before, runner);
      if (models === null || before.passed === before.total) {
        yield { ...explained, record: null, passedAfter: before.passed, diff: "", text: subject.text };
        continue;
      }
      const approve = approveInFile(options.approve, subject);
      const { rounds } = models;
      const context = {
        models,
        ...noted,
        run: reuse(subject.request, before, noted.run),
        rounds,
        signal,
        ...approve,
      };
      const record = await agent.repair(subject.request, context);
      yield { ...explained, ...bestOf(subject, record, before) };
    }
  } finally {
    await toolkit.close();
  }
}

type Runner = Pick<RepairContext, "run" | "inspect">;

async function runnerOf(
  subject: RepairSubject,
  toolkit: Toolkit,
  config: RepairConfig,
  signal: AbortSignal,
): Promise<Runner> {
  const environments = await toolkit.environments();
  const environment = await environments.resolve(subject.request.requirements, signal);
  const { cases, tests, testContext, request } = subject;
  const { state, reason } = environment.environment;
  if (state === "install-failed")
    return { run: async () => notInstalled(reason ?? "not installed", cases), inspect: async () => "" };
  return repairRunner({
    sandbox: await toolkit.sandbox(),
    environment,
    fileName: `${request.functionName}.py`,
    functionName: request.functionName,
    tests,
    cases,
    testContext,
    limits: config.verify.limits,
    signal,
  });
}

function withNotes({ run, inspect }: Runner, { file }: RepairSubject, note?: (text: string) => void): Runner {
  let round = 0;
  return {
    inspect,
    run: async (code) => {
      const feedback = await run(code);
      note?.(
        `${file}: ${round === 0 ? "as it is" : `attempt ${round}`}: ${feedback.passed} of ${feedback.total} cases pass`,
      );
      round++;
      return feedback;
    },
  };
}

/** The given program was run already. */
function reuse(request: RepairRequest, before: RunFeedback, run: Runner["run"]): Runner["run"] {
  return async (code) => (code === request.code ? before : await run(code));
}

async function explain(
  subject: RepairSubject,
  feedback: RunFeedback,
  runner: Runner,
): Promise<Pick<FileRepair, "file" | "passed" | "total" | "outcome" | "analysis" | "failures">> {
  const { code, requirements } = subject.request;
  const program = { code, requirements };
  const installed = { context: runner, python: await loadPython() };
  const failures: ExplainedCase[] = [];
  for (const { name, analysis } of analyseCases(feedback, program)) {
    const better = await withInstalledNames(analysis, code, installed);
    failures.push({ name, ...inFile(better, subject) });
  }
  const main = analyseFailure(feedback, program);
  const analysis = failures.find((failure) => failure.analysis.message === main?.message)?.analysis ?? null;
  const { passed, total, outcome } = feedback;
  const shown = analysis ?? (main && inFile(main, subject).analysis);
  return { file: subject.file, passed, total, outcome, analysis: shown, failures };
}

/** The analysis with lines as the files have them. */
function inFile(analysis: FailureAnalysis, subject: RepairSubject): Omit<ExplainedCase, "name"> {
  const { code } = subject.request;
  const line = analysis.line === null ? null : subject.place(analysis.line, code).line;
  const test = analysis.testLine === null ? null : subject.place(analysis.testLine, code);
  const placed = { ...analysis, line, testLine: test?.line ?? null };
  const cause =
    analysis.line === null
      ? analysis.cause
      : analysis.cause.replaceAll(`line ${analysis.line} (`, `line ${line} (`);
  return { analysis: { ...placed, cause }, testFile: test?.file ?? subject.file };
}

function approveInFile(
  approve: RepairContext["approve"],
  subject: RepairSubject,
): Pick<RepairContext, "approve"> {
  if (approve === undefined) return {};
  return { approve: (analysis) => approve(inFile(analysis, subject).analysis) };
}

function bestOf(
  subject: RepairSubject,
  record: RepairRecord,
  before: RunFeedback,
): Pick<FileRepair, "record" | "passedAfter" | "diff" | "text"> {
  const best = record.rounds[record.best];
  const passedAfter = best?.feedback?.passed ?? before.passed;
  if (best === undefined || record.best === 0) return { record, passedAfter, diff: "", text: subject.text };
  const text = subject.withProgram(best.code);
  return { record, passedAfter, diff: unifiedDiff(subject.text, text, subject.file), text };
}

/**
 * Writes the best program: over the file, whose first version is kept as `FILE.orig`, or to another path.
 * @returns Paths written.
 */
export async function applyRepair({ file, text }: FileRepair, out?: string): Promise<string[]> {
  if (out !== undefined) {
    await writeFileAtomic(out, text);
    return [out];
  }
  const path = await realpath(file);
  const { mode } = await stat(path);
  const old = await readFile(path, "utf8");
  const kept = await keepOriginal(path);
  await writeFileAtomic(path, old.includes("\r\n") ? text.replaceAll("\n", "\r\n") : text);
  await chmod(path, mode);
  return [file, ...kept];
}

/** An earlier original stays: it is the one that a person wrote. */
async function keepOriginal(path: string): Promise<string[]> {
  try {
    await writeFile(`${path}.orig`, await readFile(path), { flag: "wx" });
    return [`${path}.orig`];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    return [];
  }
}
