import { readFile } from "node:fs/promises";
import type { Command } from "@commander-js/extra-typings";
import type { Config, FileRepair, RepairFileOptions } from "../../index.ts";
import { ask, askForSuggestions } from "../ask-person.ts";
import { collect, newCommand, runAction } from "../command.ts";
import { configOf } from "../config-layers.ts";
import { printFailures, printRounds } from "../failure-text.ts";
import { addModelOptions, addSandboxOptions, type Flags } from "../flags.ts";
import { printJson, printLog, printResult } from "../output.ts";

export function repairCommand(): Command {
  const command = newCommand("repair", "why a program fails its tests, and with a model the fix as a diff", [
    "codergen repair task.py",
    "codergen repair solution.py --tests test_solution.py",
    "codergen repair task.py --model gpt-4.1-mini --yes",
  ])
    .argument("<file...>", "task files, or Python files with --tests")
    .option("--tests <file>", "tests of a file that is no task file; they are never changed")
    .option("--function <name>", "the function that the tests call (default: the first they mention)")
    .option("--instruction <text>", "what the program is for (default: the task's, or the docstring)")
    .option("--requirement <name>", "distribution that has to be installed; repeatable", collect)
    .option("--document <file>", "text in which the agent may look things up; repeatable", collect)
    .option("--agent <name>", "codergen, react or self-edit (default: codergen)")
    .option("--yes", "follow every suggestion and write the fix without asking")
    .option("--out <file>", "write the fix there; default: over the file, whose original stays as FILE.orig");
  const full = addModelOptions(addSandboxOptions(command as unknown as Command));
  return full.action(async (...given: unknown[]) => {
    const [files, flags] = given as [string[], Flags];
    await runAction((signal) => runRepair(files, flags, signal));
  });
}

async function runRepair(files: readonly string[], flags: Flags, signal: AbortSignal): Promise<number> {
  const { repairFiles, ToolkitError } = await import("../../index.ts");
  const { out, ...rest } = flags;
  if (typeof out === "string" && files.length > 1)
    throw new ToolkitError("usage", "--out names one file", { hint: "Repair one file at a time." });
  const config: Config = await configOf(rest, { sources: [{ source: "pydoc" }] });
  const json = flags["json"] === true;
  const options = await optionsOf(flags, { json, signal });
  let failing = 0;
  for await (const repair of repairFiles(files, config, options)) {
    if (json) printJson(repair);
    else printFailures(repair);
    const written = await offer(repair, {
      json,
      yes: flags["yes"] === true,
      out: out as string | undefined,
      signal,
    });
    const passes = repair.passed === repair.total || (written && repair.passedAfter === repair.total);
    if (!passes) failing++;
    if (config.model === undefined && repair.passed < repair.total)
      printLog("no model was named: explained only; --model NAME (and --base-url URL) offers a fix");
  }
  return failing > 0 ? 4 : 0;
}

async function optionsOf(
  flags: Flags,
  { json, signal }: { readonly json: boolean; readonly signal: AbortSignal },
): Promise<RepairFileOptions> {
  const { tests, function: functionName, instruction, requirement, agent } = flags;
  const given = { tests, functionName, instruction, requirements: requirement, agent };
  const known = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const names = (flags["document"] as string[] | undefined) ?? [];
  const documents = await Promise.all(names.map(readDocument));
  const asks = canAsk() && flags["yes"] !== true && !json;
  return {
    ...known,
    documents,
    signal,
    note: printLog,
    ...(asks && { approve: (analysis) => askForSuggestions(analysis, signal) }),
  };
}

async function readDocument(file: string): Promise<{ readonly title: string; readonly text: string }> {
  try {
    return { title: file, text: await readFile(file, "utf8") };
  } catch (error) {
    const { ToolkitError } = await import("../../index.ts");
    throw new ToolkitError("input-not-found", `cannot read ${file}`, {
      hint: "Give the path of a text file.",
      cause: error,
    });
  }
}

interface Offering {
  readonly json: boolean;
  readonly yes: boolean;
  readonly out: string | undefined;
  readonly signal: AbortSignal;
}

/** Shows the fix and writes it where that is wanted; true when it was written. */
async function offer(repair: FileRepair, { json, yes, out, signal }: Offering): Promise<boolean> {
  if (repair.record === null) return false;
  if (!json) printRounds(repair);
  if (repair.diff === "") return false;
  if (!json) printResult(repair.diff.trimEnd());
  if (!yes && !(canAsk() && !json)) {
    printLog("not written: there is no terminal to ask on; --yes writes it");
    return false;
  }
  if (!yes && !/^y(es)?$/i.test(await ask("Write it? [y/N] ", signal))) return false;
  const { applyRepair } = await import("../../index.ts");
  for (const path of await applyRepair(repair, out)) printLog(`wrote ${path}`);
  return true;
}

function canAsk(): boolean {
  return process.stdin.isTTY && process.stderr.isTTY;
}
