import { type Command, InvalidArgumentError } from "@commander-js/extra-typings";
import type { FinetuneEvent } from "../../index.ts";
import { collect, newCommand, parseWholeNumber, runAction } from "../command.ts";
import type { Flags } from "../flags.ts";
import { printJson, printLog, printResult } from "../output.ts";

export function finetuneCommand(): Command {
  const command = newCommand("finetune", "a LoRA adapter for a model, trained on a training set", [
    "codergen finetune runs/first/training/chat --model ./base-model --out adapters/first",
    "codergen finetune runs/first/training/chat --model ./base-model --out adapters/first --python .venv/bin/python",
  ])
    .argument("<data>", "folder of one training format: chat, repair or completion")
    .requiredOption("--model <name>", "base model: a folder, or a name of the Hub")
    .requiredOption("--out <dir>", "where adapter, checkpoints, losses and card go")
    .option("--rank <n>", "rank of the adapter (8)", parseWholeNumber)
    .option("--alpha <n>", "scale of the adapter (32)", parseWholeNumber)
    .option("--dropout <share>", "dropout of the adapter (0.05)", parseNumber)
    .option("--learning-rate <x>", "learning rate (1e-4)", parseNumber)
    .option("--batch-size <n>", "examples at one time (4)", parseWholeNumber)
    .option("--gradient-accumulation <n>", "batches for one step (4)", parseWholeNumber)
    .option("--epochs <n>", "passes over the examples (3)", parseNumber)
    .option("--max-steps <n>", "steps, instead of epochs", parseWholeNumber)
    .option("--max-length <n>", "tokens of an example; longer ones are cut (2048)", parseWholeNumber)
    .option(
      "--train-modules <name>",
      "module that is trained whole, such as lm_head; repeatable",
      collect as never,
    )
    .option("--save-steps <n>", "steps between two checkpoints (50)", parseWholeNumber)
    .option("--seed <n>", "seed", parseWholeNumber)
    .option(
      "--python <path>",
      "Python with torch, transformers, trl and peft (default: an environment is made)",
    )
    .option("--cache-dir <dir>", "where environments are cached")
    .option("--json", "one JSON object a line on standard output");
  return (command as unknown as Command).action(async (data: unknown, flags: unknown) => {
    await runAction((signal) => runFinetune(String(data), flags as Flags, signal));
  });
}

async function runFinetune(data: string, flags: Flags, signal: AbortSignal): Promise<number> {
  const { finetune } = await import("../../index.ts");
  const { json, ...options } = flags;
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  const work = finetune({ data, ...given } as never, { signal });
  for (;;) {
    const step = await work.next();
    if (step.done === true) {
      const { adapter, firstLoss, lastLoss, steps } = step.value;
      if (json === true) printJson({ type: "finetuned", summary: step.value });
      else
        printResult(
          `adapter  ${adapter}\nloss     ${firstLoss.toFixed(4)} → ${lastLoss.toFixed(4)} in ${steps} steps`,
        );
      return 0;
    }
    if (json === true) printJson(step.value);
    else printLog(lineOf(step.value));
  }
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
  if (value.trim() === "" || !(number >= 0)) throw new InvalidArgumentError("give a number, 0 or more");
  return number;
}
