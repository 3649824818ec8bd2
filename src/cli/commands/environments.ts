import { type Command, InvalidArgumentError, Option } from "@commander-js/extra-typings";
import type { CachedEnvironment, EnvironmentCacheOptions, PruneEnvironmentsOptions } from "../../index.ts";
import { newCommand, runAction } from "../command.ts";
import { type Flags, SANDBOXES } from "../flags.ts";
import { printJson, printLog, printResult } from "../output.ts";

const MEGABYTE = 1e6;

export function environmentsCommand(): Command {
  const command = newCommand("env", "the cache of environments: list, show, prune", [
    "codergen env list",
    "codergen env prune --unused-days 30",
  ]);
  command.addCommand(listCommand());
  command.addCommand(showCommand());
  command.addCommand(pruneCommand());
  return command;
}

function listCommand(): Command {
  const command = newCommand("list", "environments, the last used first", ["codergen env list --json"]);
  return withCacheOptions(command).action(async (flags: Flags) => {
    await runAction(async () => {
      const { listEnvironments } = await import("../../index.ts");
      printEnvironments(await listEnvironments(await cacheOptions(flags)), flags);
      return 0;
    });
  });
}

function showCommand(): Command {
  const command = newCommand("show", "the versions in one environment", ["codergen env show 3f2a"]);
  const named = command.argument("<id>", "id or key, or the beginning of one") as unknown as Command;
  return withCacheOptions(named).action(async function (this: Command) {
    const [id = ""] = this.args;
    const flags: Flags = this.opts();
    await runAction(async () => {
      const { showEnvironment } = await import("../../index.ts");
      const found = await showEnvironment(id, await cacheOptions(flags));
      if (flags["json"] === true) printJson(found);
      else printResult([lineOf(found), ...found.environment.lock.map((line) => `  ${line}`)].join("\n"));
      return 0;
    });
  });
}

function pruneCommand(): Command {
  const command = newCommand(
    "prune",
    "removes environments; what they need is installed again when asked for",
    ["codergen env prune --max-gb 20"],
  )
    .argument("[id...]", "ids or keys, or their beginnings")
    .option("--max-gb <n>", "remove the least recently used until the rest fits", parseAmount)
    .option("--unused-days <n>", "remove what was not used for so long", parseAmount)
    .option("--all", "remove everything")
    .option("--dry-run", "only say what would be removed") as unknown as Command;
  return withCacheOptions(command).action(async function (this: Command) {
    const names = this.args;
    const flags: Flags = this.opts();
    await runAction(async () => {
      const { pruneEnvironments } = await import("../../index.ts");
      const { maxGb, unusedDays, all, dryRun } = flags;
      const chosen: Record<string, unknown> = { names, unusedDays, all, dryRun };
      if (maxGb !== undefined) chosen["quotaBytes"] = Number(maxGb) * 1e9;
      const given = Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== undefined));
      const options = { ...(await cacheOptions(flags)), ...given } as PruneEnvironmentsOptions;
      const removed = await pruneEnvironments(options);
      printEnvironments(removed, flags);
      printLog(`${dryRun === true ? "would remove" : "removed"} ${removed.length}`);
      return 0;
    });
  });
}

function withCacheOptions(command: Command): Command {
  return command
    .addOption(new Option("--sandbox <backend>", "docker: images").choices(SANDBOXES))
    .option("--python <path>", "base interpreter")
    .option("--cache-dir <dir>", "where environments are cached")
    .option("--json", "one JSON object a line on standard output");
}

async function cacheOptions(flags: Flags): Promise<EnvironmentCacheOptions> {
  const { readEnvironment } = await import("../../index.ts");
  const known = readEnvironment();
  const values = {
    sandbox: flags["sandbox"] ?? known.sandbox,
    python: flags["python"] ?? known.python,
    cacheDir: flags["cacheDir"] ?? known.cacheDir,
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value != null));
}

function printEnvironments(found: readonly CachedEnvironment[], flags: Flags): void {
  for (const entry of found) {
    if (flags["json"] === true) printJson(entry);
    else printResult(lineOf(entry));
  }
}

function lineOf({ environment, bytes, usedAtMs }: CachedEnvironment): string {
  const size = `${(bytes / MEGABYTE).toFixed(1)} MB`.padStart(11);
  const used = new Date(usedAtMs).toISOString().slice(0, 10);
  return `${environment.id} ${size}  ${used}  python ${environment.pythonVersion}  ${environment.requirements.join(" ")}`;
}

function parseAmount(value: string): number {
  const number = Number(value);
  if (!(number >= 0)) throw new InvalidArgumentError("give a number, 0 or more");
  return number;
}
