import { type Command, InvalidArgumentError, Option } from "@commander-js/extra-typings";
import type { FinetuneEvent, FinetuneProgress, FinetuneSummary } from "../../index.ts";
import { beforeAfterTable } from "../before-after-table.ts";
import { collect, newCommand, parseWholeNumber, runAction } from "../command.ts";
import { configOf } from "../config-layers.ts";
import { addSandboxOptions, type Flags } from "../flags.ts";
import { printJson, printLog, printResult } from "../output.ts";
import { createEventPrinter, type EventPrinter } from "../progress.ts";

const EXAMPLES = [
  "codergen finetune runs/first/training/chat --model ./base-model --out adapters/first",
  "codergen finetune runs/first/training/chat --model ./base-model --out adapters/first --evaluate runs/first",
  "codergen finetune runs/first/training/chat --model ./base-model --out adapters/first --sandbox docker --gpus all",
];
const STYLES = ["chat", "completion", "instruction", "tests-in-prompt"];

export function finetuneCommand(): Command {
  const command = newCommand(
    "finetune",
    "a LoRA adapter for a model, trained on a training set; evaluated before and after",
    EXAMPLES,
  )
    .argument("<data>", "folder of one training format: chat, sharegpt, repair or completion")
    .requiredOption("--model <name>", "base model: a folder, or a name of the Hub")
    .requiredOption("--out <dir>", "where adapter, checkpoints, losses and card go");
  addRunning(addEvaluation(addRecipe(command as unknown as Command)));
  return (command as unknown as Command).action(async (...given: unknown[]) => {
    const [data, flags] = given as [string, Flags];
    await runAction((signal) => runFinetune(data, flags, signal));
  });
}

function addRecipe(command: Command): Command {
  return command
    .option("--rank <n>", "rank of the adapter (8)", parseNumber)
    .option("--alpha <n>", "scale of the adapter (32)", parseNumber)
    .option("--dropout <share>", "dropout of the adapter (0.05)", parseNumber)
    .option("--learning-rate <x>", "learning rate (1e-4)", parseNumber)
    .option("--batch-size <n>", "examples at one time (4)", parseNumber)
    .option("--gradient-accumulation <n>", "batches for one step (4)", parseNumber)
    .option("--epochs <n>", "passes over the examples (3)", parseNumber)
    .option("--max-steps <n>", "steps, instead of epochs", parseNumber)
    .option("--max-length <n>", "tokens of an example; longer ones are cut (2048)", parseNumber)
    .option(
      "--train-modules <name>",
      "module that is trained whole, such as lm_head; repeatable",
      collect as never,
    )
    .addOption(
      new Option("--four-bit <when>", "auto: on a GPU with bitsandbytes (auto)").choices(["auto", "never"]),
    )
    .option("--save-steps <n>", "steps between two checkpoints (50)", parseNumber)
    .option("--seed <n>", "seed", parseNumber);
}

function addEvaluation(command: Command): Command {
  return command
    .option("--evaluate <dataset>", "ask base model and adapter the tasks of a dataset, and compare")
    .addOption(
      new Option(
        "--evaluate-split <name>",
        "tasks of a dataset that the training set was made of (test)",
      ).choices(["test", "validation", "train", "all"]),
    )
    .addOption(
      new Option("--tier <name>", "evaluation: tasks of at least this tier (all)").choices([
        "any",
        "all",
        "verified",
      ]),
    )
    .option("--tasks <n>", "evaluation: only the first tasks", parseWholeNumber)
    .option("--samples-per-task <n>", "evaluation: answers asked for, a task (1)", parseWholeNumber)
    .option("--temperature <n>", "evaluation: sampling temperature; 0 takes the likeliest (0.6)", parseNumber)
    .option("--max-tokens <n>", "evaluation: most tokens of an answer (2048)", parseWholeNumber)
    .option("--answers-at-once <n>", "evaluation: answers made at one time (8)", parseWholeNumber)
    .addOption(
      new Option("--style <name>", "evaluation: words for tasks that are in no split (chat)").choices(STYLES),
    )
    .option("--requirement <name>", "evaluation: distribution that tasks need; repeatable", collect as never)
    .option("--no-check-references", "evaluation: keep tasks whose own solution fails here")
    .option("--no-stubs", "evaluation: do not find out which cases a stub passes");
}

function addRunning(command: Command): Command {
  return addSandboxOptions(command)
    .option("--workers <n>", "evaluation: programs run at one time", parseWholeNumber)
    .option(
      "--extra-index <url>",
      "further package index for the environment, such as one with torch for the CPU",
    );
}

async function runFinetune(data: string, flags: Flags, signal: AbortSignal): Promise<number> {
  const { finetune } = await import("../../index.ts");
  const input = await inputOf(data, flags);
  const json = flags["json"] === true;
  const printer = await createEventPrinter(json);
  try {
    const work = finetune(input as never, { signal });
    for (;;) {
      const step = await work.next();
      if (step.done === true) return await finish(step.value, json);
      print(step.value, json, printer);
    }
  } finally {
    printer.close();
  }
}

/** Flags over environment over configuration file; `--python` is the training's own. */
async function inputOf(data: string, flags: Flags): Promise<Record<string, unknown>> {
  const {
    config: file,
    sandbox: wanted,
    baseImage,
    gpus,
    network: net,
    workers: count,
    cacheDir: cache,
  } = flags;
  const { sandbox, docker, network, environments, workers, cacheDir, ...config } = await configOf(
    { config: file, sandbox: wanted, baseImage, gpus, network: net, workers: count, cacheDir: cache },
    { sources: [{ source: "pydoc" }], environments: { extraIndex: flags["extraIndex"] } },
  );
  const recipe = [
    ...["model", "out", "rank", "alpha", "dropout", "learningRate", "batchSize", "gradientAccumulation"],
    ...["epochs", "maxSteps", "maxLength", "trainModules", "fourBit", "saveSteps", "seed", "python"],
  ];
  return defined({
    data,
    ...Object.fromEntries(recipe.map((name) => [name, flags[name]])),
    ...{ sandbox, docker, network, environments, workers, cacheDir },
    basePython: config.python,
    gpus: config.gpus === "none" ? (gpus ?? null) : config.gpus,
    evaluation: await evaluationOf(flags),
  });
}

const EVALUATION_FLAGS = [
  ...[
    "evaluateSplit",
    "tier",
    "tasks",
    "samplesPerTask",
    "temperature",
    "maxTokens",
    "answersAtOnce",
    "style",
  ],
  "requirement",
];

/** @throws ToolkitError `usage` for options of an evaluation that nobody asked for. */
async function evaluationOf(flags: Flags): Promise<Record<string, unknown> | null> {
  const { evaluate: dataset, evaluateSplit: split, requirement: requirements } = flags;
  const lone = EVALUATION_FLAGS.find((name) => flags[name] !== undefined);
  if (dataset === undefined && lone !== undefined) {
    const { ToolkitError } = await import("../../index.ts");
    const flag = lone.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    throw new ToolkitError("usage", `--${flag} is for an evaluation, and none was asked for`, {
      hint: "Name a dataset: --evaluate runs/first.",
    });
  }
  if (dataset === undefined) return null;
  const { tier, tasks, samplesPerTask, temperature, maxTokens, answersAtOnce, style } = flags;
  return defined({
    dataset,
    ...{ split, tier, tasks, samplesPerTask, temperature, maxTokens, answersAtOnce, style, requirements },
    checkReferences: flags["checkReferences"] === false ? false : undefined,
    stubs: flags["stubs"] === false ? false : undefined,
  });
}

function defined(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

async function finish(summary: FinetuneSummary, json: boolean): Promise<number> {
  const { adapter, firstLoss, lastLoss, steps, evaluation } = summary;
  if (json) printJson({ type: "finetuned", summary });
  else {
    printResult(
      `adapter  ${adapter}\nloss     ${firstLoss.toFixed(4)} → ${lastLoss.toFixed(4)} in ${steps} steps`,
    );
    if (evaluation !== null) printResult(await beforeAfterTable(evaluation));
  }
  return evaluation !== null && evaluation.ungraded > 0 ? 4 : 0;
}

function print(event: FinetuneProgress, json: boolean, printer: EventPrinter): void {
  if (json) printJson(event);
  else if (isOwn(event)) printLog(lineOf(event));
  else printer.print(event);
}

const OWN_EVENTS = ["start", "step", "checkpoint", "interrupted", "end"];

/** True for what the training tells, as against an evaluation. */
function isOwn(event: FinetuneProgress): event is FinetuneEvent {
  return OWN_EVENTS.includes(event.type);
}

function lineOf(event: FinetuneEvent): string {
  switch (event.type) {
    case "start": {
      const examples = Object.entries(event.examples).map(([split, count]) => `${count} ${split}`);
      const from = event.resumed_from === null ? "" : `, on from step ${event.resumed_from}`;
      return `${examples.join(", ")} examples; ${event.trained_parameters} parameters on ${event.device}${event.four_bit ? " in 4 bits" : ""}${from}`;
    }
    case "step": {
      const loss = event.loss === undefined ? "" : ` loss ${event.loss.toFixed(4)}`;
      const held = event.eval_loss === undefined ? "" : ` validation loss ${event.eval_loss.toFixed(4)}`;
      return `step ${event.step} of ${event.steps}:${loss}${held}`;
    }
    case "checkpoint":
      return `checkpoint at step ${event.step}`;
    case "interrupted":
      return `interrupted at step ${event.step}; the checkpoint is saved`;
    case "end":
      return `trained ${event.step} steps`;
  }
}

function parseNumber(value: string): number {
  const number = Number(value);
  if (value.trim() === "" || Number.isNaN(number)) throw new InvalidArgumentError("give a number");
  return number;
}
