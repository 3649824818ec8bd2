import { type Command, Option } from "@commander-js/extra-typings";
import type { GradeOptions, GradeRecord } from "../../index.ts";
import { collect, newCommand, parseWholeNumber, runAction } from "../command.ts";
import { type Flags, SANDBOXES } from "../flags.ts";
import { printJson, printLog, printResult, styledResult } from "../output.ts";

export function gradeCommand(): Command {
  const command = newCommand("grade", "samples against problems in HumanEval's format, one line a sample", [
    "codergen grade --dataset HumanEval.jsonl --samples samples.jsonl --json",
  ])
    .requiredOption("--dataset <file>", "problems: task_id, prompt, entry_point, test")
    .requiredOption("--samples <file>", "samples: task_id, and solution or completion")
    .addOption(new Option("--sandbox <backend>", "isolation of programs").choices(SANDBOXES))
    .option("--workers <n>", "samples run at one time", parseWholeNumber)
    .option("--python <path>", "base interpreter")
    .option("--cache-dir <dir>", "where environments are cached")
    .option("--requirement <name>", "distribution that programs or tests need; repeatable", collect as never)
    .option("--cpu-seconds <n>", "least CPU seconds of a sample", parseWholeNumber)
    .option("--json", "one JSON object a line on standard output");
  return (command as unknown as Command).action(async (flags: Flags) => {
    await runAction((signal) => runGrade(flags, signal));
  });
}

async function runGrade(flags: Flags, signal: AbortSignal): Promise<number> {
  const { gradeSamples, readEnvironment } = await import("../../index.ts");
  const { requirement: requirements, json, ...rest } = flags;
  const environment = readEnvironment();
  const defaults = { python: environment.python, cacheDir: environment.cacheDir };
  const given = Object.entries({ ...rest, requirements }).filter(([, value]) => value !== undefined);
  const known = Object.entries(defaults).filter(([, value]) => value !== null);
  const options = {
    ...Object.fromEntries(known),
    ...Object.fromEntries(given),
    signal,
  } as unknown as GradeOptions;
  const counts = { passed: 0, failed: 0, ungraded: 0 };
  for await (const record of gradeSamples(options)) {
    counts[record.passed === null ? "ungraded" : record.passed ? "passed" : "failed"]++;
    if (json === true) printJson(record);
    else printResult(lineOf(record));
  }
  printLog(`passed ${counts.passed}, failed ${counts.failed}, ungraded ${counts.ungraded}`);
  return counts.ungraded > 0 ? 4 : 0;
}

function lineOf({ task_id, index, passed, outcome, channel, reason }: GradeRecord): string {
  const word = passed === null ? "ungraded" : passed ? "passed" : "failed";
  const shown = styledResult(passed === true ? "green" : "red", word.padEnd(8));
  const how = channel === "shared" ? ", in one process" : "";
  return `${shown} ${index} ${task_id ?? "?"} (${outcome}${how})${reason === null ? "" : `: ${reason}`}`;
}
