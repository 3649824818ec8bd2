import { existsSync } from "node:fs";
import type * as library from "../../index.ts";
import type { Command } from "@commander-js/extra-typings";
import type {
  Candidate,
  RankBenchmarkEvent,
  RankBenchmarkOptions,
  RankBenchmarkResult,
  RankSessionOptions,
} from "../../index.ts";
import { newCommand, runAction } from "../command.ts";
import { addModelOptions, type Flags } from "../flags.ts";
import { printJson, printLog, printResult, styled } from "../output.ts";
import { converse } from "../rank/converse.ts";
import { addInputs, addMethod, addRunning } from "../rank/rank-flags.ts";
import { defined, onePolicy, outOf, settingsOf, taskOptionsOf, toolsOf } from "../rank/rank-options.ts";
import { openLineReader } from "../rank/read-line.ts";
import { sourcesOf } from "../rank/sources.ts";
import { viewResult } from "../rank/view.ts";

export function rankCommand(): Command {
  const command = newCommand(
    "rank",
    "picks a program by questions about tests: yours to answer, or an oracle's",
    [
      'codergen rank --text "The second largest number." --signature "def second(numbers):" --model gpt-4.1-mini',
      "codergen rank --task HumanEval.jsonl#3 --candidates samples/ --tests tests.py",
      "codergen rank --dataset HumanEval.jsonl --candidates mutants --count 20 --questions 5 --out runs/rank/humaneval",
    ],
  );
  return addModelOptions(addRunning(addMethod(addInputs(command)))).action(async (flags: Flags) => {
    await runAction((signal) => runRank(flags, signal));
  });
}

async function runRank(flags: Flags, signal: AbortSignal): Promise<number> {
  const library = await import("../../index.ts");
  const { task, text, signature, dataset, oracle } = flags as Record<string, string | undefined>;
  const ways = [task, text ?? signature, dataset].filter((way) => way !== undefined);
  if (ways.length !== 1) {
    throw new library.ToolkitError(
      "usage",
      "one of --task, --text with --signature, or --dataset is needed",
      {
        hint: "codergen rank --help has an example of each.",
      },
    );
  }
  const place = dataset ?? (oracle === undefined ? undefined : task);
  if (place !== undefined) return runDataset(library, place, flags, signal);
  return runSession(library, flags, signal);
}

type Library = typeof library;

async function runSession(library: Library, flags: Flags, signal: AbortSignal): Promise<number> {
  const { task: file, text, signature, format, answers } = flags as Record<string, string | undefined>;
  if (file === undefined && (text === undefined || signature === undefined)) {
    throw new library.ToolkitError("usage", "--text and --signature go together", {
      hint: 'For example --text "The second largest number." --signature "def second(numbers):".',
    });
  }
  if (answers !== undefined && !existsSync(answers)) {
    throw new library.ToolkitError("input-not-found", `there is no file of answers ${answers}`, {
      hint: "Give a text file with one answer a line: y, n, s or = VALUE.",
    });
  }
  const place = file ?? { text: text ?? "", signature: signature ?? "" };
  const task = await library.readRankingTask(place, format as RankBenchmarkOptions["format"]);
  const { candidates, tests } = await sourcesOf(library, flags, () => task.task.signature);
  const texts = (source: typeof candidates | typeof tests) =>
    source.from === "files"
      ? { from: "texts" as const, texts: library.textsFor(source.texts, task.task.id) }
      : source;
  const options = {
    task,
    candidates: texts(candidates) as RankSessionOptions["candidates"],
    tests: texts(tests) as RankSessionOptions["tests"],
    settings: { ...settingsOf(flags), ...onePolicy(flags) },
    options: taskOptionsOf(flags),
    out: outOf(flags, task.task.id),
    restart: flags["restart"] === true,
    ...toolsOf(library, flags, signal),
  };
  const reader = openLineReader(answers, signal);
  try {
    const session = library.rankSession(options);
    const files = await filesOf(library, flags);
    const label = ({ id, code }: Candidate) => files.get(code)?.join(", ") ?? id;
    const result = await converse(session, reader, { json: flags["json"] === true, signal, label });
    const named = result.candidates.map((one) => ({ ...one, files: files.get(one.code) ?? [] }));
    const labels = new Map(result.candidates.map((one) => [one.id, label(one)]));
    if (flags["json"] === true) printJson({ type: "result", ...result, candidates: named });
    else printResult(viewResult(result, (id) => labels.get(id) ?? id));
    if (result.stopped === "quit")
      printLog("The session is kept: the same command goes on behind the last answer.");
    return 0;
  } finally {
    reader.close();
  }
}

/** Names of the files that candidates came from, by their text. */
async function filesOf(
  library: Library,
  { candidates }: Flags,
): Promise<ReadonlyMap<string, readonly string[]>> {
  return isPlace(candidates) ? await library.candidateNames(candidates) : new Map();
}

/** Whether candidates are read from files. */
function isPlace(candidates: unknown): candidates is string {
  return typeof candidates === "string" && !["mutants", "model"].includes(candidates);
}

async function runDataset(
  library: Library,
  place: string,
  flags: Flags,
  signal: AbortSignal,
): Promise<number> {
  const format = flags["format"] as RankBenchmarkOptions["format"];
  // what completions of a file go on from
  const prompts = isPlace(flags["candidates"]) ? await library.readRankingPrompts(place, format) : null;
  const { candidates, tests } = await sourcesOf(library, flags, (id) => prompts?.get(id) ?? "");
  const { testPolicy, candidatePolicy, scoring, user, ...rest } = flags as Record<
    string,
    string[] | undefined
  >;
  const given = {
    dataset: place,
    candidates,
    tests,
    testPolicies: testPolicy,
    candidatePolicies: candidatePolicy,
    scorings: scoring,
    users: user,
    settings: settingsOf(flags),
    options: taskOptionsOf(flags),
    out: outOf(flags, place),
  };
  const named = ["format", "oracle", "protect", "values", "sample", "k", "restart"] as const;
  const others = Object.fromEntries(named.map((name) => [name, rest[name]]));
  const options = { ...defined({ ...given, ...others }), ...toolsOf(library, flags, signal) };
  const work = library.rankDataset(options as unknown as RankBenchmarkOptions);
  for (;;) {
    const step = await work.next();
    if (step.done === true) return finish(library, step.value, flags);
    printBenchmarkEvent(step.value, flags);
  }
}

function printBenchmarkEvent(event: RankBenchmarkEvent, flags: Flags): void {
  if (flags["json"] === true) {
    printJson(event);
    return;
  }
  switch (event.type) {
    case "benchmark-started":
      printLog(`${event.total} tasks${event.done > 0 ? `, ${event.done} done earlier` : ""}`);
      break;
    case "task-ranked": {
      const { task, candidates, tests, executions, durationMs } = event;
      printLog(`${task}: ${candidates} candidates, ${tests} tests, ${executions} runs, ${durationMs} ms`);
      break;
    }
    case "task-failed":
    case "task-ungraded":
      printLog(`${styled("yellow", event.type)} ${event.task}: ${event.message}`);
  }
}

function finish(library: Library, result: RankBenchmarkResult, flags: Flags): number {
  if (flags["json"] === true) printJson({ type: "result", ...result });
  else printResult(library.curveTable(result.summaries));
  for (const file of result.files) printLog(`wrote ${file}`);
  return result.errors + result.ungraded > 0 ? 4 : 0;
}
