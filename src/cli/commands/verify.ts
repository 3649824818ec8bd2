import type { Command } from "@commander-js/extra-typings";
import type { Config } from "../../index.ts";
import { newCommand, parseWholeNumber, runAction } from "../command.ts";
import { configOf } from "../config-layers.ts";
import { addRunOptions, type Flags } from "../flags.ts";
import { printJson, printLog, printResult } from "../output.ts";
import { createEventPrinter, drawEvents } from "../progress.ts";
import { printVerdict } from "../verdict-text.ts";

export function verifyCommand(): Command {
  const command = newCommand("verify", "runs tasks in the sandbox and assigns tiers", [
    "codergen verify --out runs/first",
    "codergen verify task.py",
  ])
    .argument("[file...]", "task files; without any, the tasks of the run named by --out")
    .option("--reruns <n>", "extra runs with other hash seeds", parseWholeNumber)
    .option("--no-stubs", "do not run cases against stubs of the function")
    .option("--dry-run", "list the tasks that would be run and what they need installed, and stop");
  return addRunOptions(command as unknown as Command).action(async (...given: unknown[]) => {
    const [files, flags] = given as [string[], Flags];
    await runAction((signal) => runVerify(files, flags, signal));
  });
}

async function runVerify(files: readonly string[], flags: Flags, signal: AbortSignal): Promise<number> {
  const config = await configOf(flags, {
    sources: [{ source: "pydoc" }],
    verify: { reruns: flags["reruns"], stubs: flags["stubs"] === false ? false : undefined },
  });
  const json = flags["json"] === true;
  if (flags["dryRun"] === true) return await showOpen(files, config, json);
  if (files.length > 0) return await verifyGiven(files, config, { json, signal });
  const { verifyRun } = await import("../../index.ts");
  const printer = await createEventPrinter(json);
  const { verify } = await drawEvents(verifyRun(config, { signal }), printer);
  if (json) printJson({ type: "run-finished", verify });
  else
    printResult(
      Object.entries(verify.tiers)
        .map(([tier, count]) => `${tier} ${count}`)
        .join(", "),
    );
  return verify.ungraded > 0 ? 4 : 0;
}

async function verifyGiven(
  files: readonly string[],
  config: Config,
  { json, signal }: { json: boolean; signal: AbortSignal },
): Promise<number> {
  const { verifyFiles } = await import("../../index.ts");
  let failed = 0;
  for await (const verdict of verifyFiles(files, config, signal)) {
    if (verdict.record.tier === "none" || verdict.record.tier === "any") failed++;
    if (json) printJson(verdict);
    else printVerdict(verdict);
  }
  return failed > 0 ? 4 : 0;
}

async function showOpen(files: readonly string[], config: Config, json: boolean): Promise<number> {
  const { openFiles, openVerification } = await import("../../index.ts");
  const found = files.length > 0 ? await openFiles(files) : await openVerification(config);
  for (const { taskId, requirements } of found.open) {
    if (json) printJson({ type: "would-verify", taskId, requirements });
    else
      printResult(
        `would run ${taskId}${requirements.length === 0 ? "" : ` with ${requirements.join(", ")}`}`,
      );
  }
  const { open, tasks, done } = found;
  if (json) printJson({ type: "dry-run", stage: "verify", tasks, done, open: open.length });
  printLog(`${open.length} of ${tasks} tasks would be run, ${done} are done; nothing was run or installed`);
  return 0;
}
