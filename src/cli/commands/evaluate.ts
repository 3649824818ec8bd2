import { type Command, InvalidArgumentError, Option } from "@commander-js/extra-typings";
import type { EvaluateInput } from "../../index.ts";
import { collect, newCommand, parseWholeNumber, runAction } from "../command.ts";
import { configOf } from "../config-layers.ts";
import { addModelOptions, addRunOptions, type Flags, modelLayer } from "../flags.ts";
import { printJson, printLog } from "../output.ts";
import { createEventPrinter, drawEvents } from "../progress.ts";
import { printScores } from "../score-table.ts";

const FORMATS = ["codergen", "aicodereval", "humaneval", "mbpp", "evalplus", "bigcodebench", "apps"];
const STYLES = ["chat", "completion", "instruction", "tests-in-prompt"];

export function evaluateCommand(): Command {
  const command = newCommand("evaluate", "a model, or a file of samples, on a dataset", [
    "codergen evaluate runs/first --model gpt-4.1-mini --samples-per-task 5 --pass-k 1,5",
    "codergen evaluate HumanEval.jsonl --samples samples.jsonl --json",
    "codergen evaluate runs/first --model local --base-url http://127.0.0.1:8080/v1 --agent codergen",
  ])
    .argument(
      "<dataset>",
      "run folder, exported dataset, task file, or a benchmark's .jsonl, .json or .parquet",
    )
    .addOption(
      new Option("--format <name>", "format of the dataset (default: told by its fields)").choices(FORMATS),
    )
    .addOption(
      new Option("--tier <name>", "tasks of at least this tier (default: all)").choices([
        "any",
        "all",
        "verified",
      ]),
    )
    .option("--tasks <n>", "only the first tasks", parseWholeNumber)
    .option("--samples <file>", "grade these instead of asking a model: task_id, and solution or completion")
    .option("--label <name>", "name of the entry in the folder (default: of the model or the file)")
    .addOption(new Option("--style <name>", "how a task is put to the model (default: chat)").choices(STYLES))
    .option("--samples-per-task <n>", "answers asked for, a task", parseWholeNumber)
    .option("--pass-k <list>", "k of pass@k and pass^k, e.g. 1,5", parseKs)
    .option("--agent <name>", "repair agent that works on failing samples; repeatable", collect as never)
    .option("--temperature <n>", "sampling temperature (default: 0.6)", parseNumber)
    .option("--max-tokens <n>", "most tokens of an answer (default: 2048)", parseWholeNumber)
    .option("--requirement <name>", "distribution that every task needs too; repeatable", collect as never)
    .option("--cpu-seconds <n>", "least CPU seconds of a case", parseWholeNumber)
    .option("--no-check-references", "keep tasks whose own solution fails here")
    .option("--no-stubs", "do not find out which cases a stub of the function passes")
    .option("--restart", "drop what the folder holds of an earlier evaluation");
  return addModelOptions(addRunOptions(command as unknown as Command)).action(async (...given: unknown[]) => {
    const [dataset, flags] = given as [string, Flags];
    await runAction((signal) => runEvaluate(dataset, flags, signal));
  });
}

async function runEvaluate(dataset: string, flags: Flags, signal: AbortSignal): Promise<number> {
  if (flags["samples"] !== undefined && flags["model"] !== undefined && flags["agent"] === undefined) {
    printLog(
      "error (usage): --samples and --model together need --agent: the model then repairs the samples",
    );
    return 2;
  }
  const { evaluate, evaluationFolder } = await import("../../index.ts");
  const input = await inputOf(dataset, flags);
  const json = flags["json"] === true;
  const printer = await createEventPrinter(json);
  const summary = await drawEvents(evaluate(input, { signal, restart: flags["restart"] === true }), printer);
  const folder = evaluationFolder(input);
  if (json) printJson({ type: "run-finished", folder, summary });
  else await printScores(summary, folder);
  const open = summary.repairs.reduce((sum, repair) => sum + repair.open, 0);
  const { graded, ungraded, unusable } = summary.samples;
  return graded === 0 || ungraded + unusable > 0 || (flags["agent"] !== undefined && open > 0) ? 4 : 0;
}

/** Flags over environment over configuration file, as for a run. */
async function inputOf(dataset: string, flags: Flags): Promise<EvaluateInput> {
  const {
    name: _name,
    sources: _sources,
    generator: _generator,
    verify: _verify,
    export: _export,
    ...config
  } = await configOf(flags, { sources: [{ source: "pydoc" }], model: sampledModel(flags) });
  const given = {
    format: flags["format"],
    tier: flags["tier"],
    tasks: flags["tasks"],
    samples: flags["samples"],
    label: flags["label"],
    style: flags["style"],
    samplesPerTask: flags["samplesPerTask"],
    passK: flags["passK"],
    agents: flags["agent"],
    rounds: flags["rounds"],
    requirements: flags["requirement"],
    cpuSeconds: flags["cpuSeconds"],
    checkReferences: flags["checkReferences"] === false ? false : undefined,
    stubs: flags["stubs"] === false ? false : undefined,
  };
  const known = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const base = Object.fromEntries(Object.entries(config).filter(([, value]) => value !== undefined));
  return { ...base, out: flags["out"], dataset, ...known } as EvaluateInput; // a run's own folder is no place for this
}

/** The model's flags with those of sampling, as a layer of configuration. */
function sampledModel(flags: Flags): Record<string, unknown> | undefined {
  const { temperature, maxTokens } = flags;
  const layer = modelLayer(flags);
  if (temperature === undefined && maxTokens === undefined) return layer;
  return { ...layer, sampling: { temperature, maxTokens }, maxTokensCeiling: maxTokens };
}

function parseKs(value: string): number[] {
  const ks = value.split(",").map((part) => Number(part.trim()));
  if (ks.every((k) => Number.isInteger(k) && k > 0)) return ks;
  throw new InvalidArgumentError("give whole numbers above zero with commas between, e.g. 1,5");
}

function parseNumber(value: string): number {
  const number = Number(value);
  if (value.trim() === "" || !Number.isFinite(number) || number < 0)
    throw new InvalidArgumentError("give a number, 0 or more");
  return number;
}
