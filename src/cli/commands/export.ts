import { type Command, Option } from "@commander-js/extra-typings";
import { addAuditFlags } from "../audit-flags.ts";
import { collect, newCommand, parseWholeNumber, runAction } from "../command.ts";
import { exportFormatFlag } from "../export-format-flag.ts";
import type { Flags } from "../flags.ts";
import { printJson, printLog, printResult } from "../output.ts";
import { PEER_FORMATS, runPeerExport } from "../peer-export.ts";
import { createEventPrinter, drawEvents } from "../progress.ts";
import { parseShare, parseSplit } from "../training-flags.ts";

const DATASET_FORMATS = ["parquet", "jsonl", "py"] as const;
const TRAINING_FORMATS = [
  "chat",
  "alpaca",
  "completion",
  "sharegpt",
  "repair",
  "preference",
  "openai-preference",
  "quadruplets",
] as const;

const EXAMPLES = [
  "codergen export runs/first",
  "codergen export runs/first --to dataset/ --format parquet",
  "codergen export runs/first --format chat --tier verified --split 90,5,5 --max-tokens 2048",
  "codergen export runs/first --format lm-eval --to lm-eval-tasks/",
  "codergen export runs/evaluate-first --format evalplus-samples --label local --to samples.jsonl",
];

export function exportCommand(): Command {
  const command = newCommand("export", "the dataset of a run, or training sets of it", EXAMPLES)
    .argument(
      "<run>",
      "folder of a verified run; any dataset for lm-eval and inspect, an evaluation for samples",
    )
    .option("--to <path>", "where it goes (default: <run>/export, training sets <run>/training)")
    .addOption(exportFormatFlag([...DATASET_FORMATS, ...PEER_FORMATS, ...TRAINING_FORMATS]))
    .addOption(
      new Option("--tier <tier>", "training, lm-eval, inspect: tasks of at least this tier").choices([
        "any",
        "all",
        "verified",
      ]),
    )
    .option("--min-pass-share <share>", "training: least share of a task's cases that pass", parseShare)
    .option("--split <shares>", "training: train,validation,test in percent", parseSplit)
    .option("--seed <n>", "training: another division into splits", parseWholeNumber)
    .option("--max-tokens <n>", "training: longer examples are left out", parseWholeNumber)
    .option("--template <file>", "training: prompt file <folder>/<name>.v<N>.md instead of train/instruction")
    .option("--system <file>", "training: text of the system message; an empty file for none")
    .option(
      "--attempts <dir>",
      "training: folder of an evaluation whose failures become repair and preference rows; repeatable",
      collect as never,
    );
  addAuditFlags(command as unknown as Command, "training: ")
    .option("--label <name>", "samples: which model of the evaluation")
    .option("--json", "one JSON object a line on standard output");
  return (command as unknown as Command).action(async (run: unknown, flags: unknown) => {
    const peer = isPeer(flags as Flags) ? runPeerExport : null;
    await runAction(
      (signal) => peer?.(String(run), flags as Flags) ?? runExport(String(run), flags as Flags, signal),
    );
  });
}

function isPeer({ format }: Flags): boolean {
  return PEER_FORMATS.some((name) => (format as string[] | undefined)?.includes(name));
}

async function runExport(run: string, flags: Flags, signal: AbortSignal): Promise<number> {
  const formats = (flags["format"] as string[] | undefined) ?? [...DATASET_FORMATS];
  const dataset = formats.filter((name) => (DATASET_FORMATS as readonly string[]).includes(name));
  const training = formats.filter((name) => !dataset.includes(name));
  const to = flags["to"] as string | undefined;
  if (dataset.length > 0 && training.length > 0 && to !== undefined) {
    const { ToolkitError } = await import("../../index.ts");
    throw new ToolkitError("usage", "a dataset and training sets cannot go to one folder", {
      hint: "Export them by two commands, or leave out --to.",
    });
  }
  if (dataset.length > 0) await exportRows(run, dataset, flags);
  if (training.length > 0) await exportTrainingRows(run, training, { flags, signal });
  return 0;
}

async function exportRows(run: string, formats: readonly string[], flags: Flags): Promise<void> {
  const { exportRun } = await import("../../index.ts");
  const target = flags["to"] === undefined ? {} : { exportFolder: flags["to"] as string };
  const printer = await createEventPrinter(flags["json"] === true);
  const wanted = { formats: formats as (typeof DATASET_FORMATS)[number][] };
  const summary = await drawEvents(exportRun(run, { ...wanted, ...target }), printer);
  const { any, all, verified } = summary.export;
  if (flags["json"] === true) printJson({ type: "run-finished", summary });
  else printResult(`any ${any} rows, all ${all}, verified ${verified}`);
}

async function exportTrainingRows(
  run: string,
  formats: readonly string[],
  { flags, signal }: { readonly flags: Flags; readonly signal: AbortSignal },
): Promise<void> {
  const { exportTrainingSets } = await import("../../index.ts");
  const audit = {
    nearDuplicates: flags["nearDuplicates"] ?? "drop",
    contamination: flags["contamination"] ?? "drop",
    against: flags["against"],
    findings: flags["findings"],
    balance: flags["balance"],
  };
  const given = {
    formats,
    tier: flags["tier"],
    minPassShare: flags["minPassShare"],
    split: flags["split"],
    seed: flags["seed"],
    maxTokens: flags["maxTokens"],
    template: flags["template"],
    system: flags["system"],
    attempts: flags["attempts"],
    audit: withoutUnset(audit),
  };
  const printer = await createEventPrinter(flags["json"] === true);
  const target = flags["to"] === undefined ? {} : { folder: flags["to"] as string };
  const events = exportTrainingSets(run, withoutUnset(given) as never, { ...target, signal });
  const summary = await drawEvents(events, printer);
  if (flags["json"] === true) return printJson({ type: "training-exported", ...summary });
  for (const { format, rows, tokens, tooLong } of summary.formats) {
    const longer = tooLong === 0 ? "" : `, ${tooLong} too long`;
    printResult(
      `${format}: ${rows.train} train, ${rows.validation} validation, ${rows.test} test, ${tokens.total} tokens${longer}`,
    );
  }
  const leftOut = Object.entries(summary.audit.leftOut).map(([reason, count]) => `${reason} ${count}`);
  if (leftOut.length > 0) printLog(`left out: ${leftOut.join(", ")}`);
}

function withoutUnset(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
