import type { Command } from "@commander-js/extra-typings";
import type { Config } from "../../index.ts";
import { newCommand, runAction } from "../command.ts";
import { configOf } from "../config-layers.ts";
import { addRunOptions, type Flags } from "../flags.ts";
import { printJson, printLog } from "../output.ts";
import { printVerdict } from "../verdict-text.ts";

export function runCommand(): Command {
  const command = newCommand("run", "one task file under the sandbox: verdicts, causes, output", [
    "codergen run task.py",
    "codergen run task.py --shell",
  ])
    .argument("<file>", "a task file")
    .option("--shell", "open a shell in the same environment and isolation instead");
  return addRunOptions(command as unknown as Command).action(async (...given: unknown[]) => {
    const [file, flags] = given as [string, Flags];
    await runAction((signal) => runFile(file, flags, signal));
  });
}

async function runFile(file: string, flags: Flags, signal: AbortSignal): Promise<number> {
  const config = await configOf(flags, { sources: [{ source: "pydoc" }], verify: { reruns: 0 } });
  if (flags["shell"] === true) return await shell(file, config, signal);
  const { verifyFiles } = await import("../../index.ts");
  let failed = 0;
  for await (const verdict of verifyFiles([file], config, signal)) {
    if (verdict.record.cases.some((result) => result.verdict !== "passed")) failed++;
    if (flags["json"] === true) printJson(verdict);
    else printVerdict(verdict, true);
  }
  return failed > 0 ? 4 : 0;
}

async function shell(file: string, config: Config, signal: AbortSignal): Promise<number> {
  const { openTaskShell } = await import("../../index.ts");
  printLog(`the task file is in the working folder; python is the environment's; leave with exit or Ctrl-D`);
  const { stdin: input, stdout: output, stderr: errors } = process;
  const code = await openTaskShell(file, config, { input, output, errors }, signal);
  input.unref();
  return code ?? 1;
}
