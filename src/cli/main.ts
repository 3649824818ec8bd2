#!/usr/bin/env node
/**
 * The CLI's door. `--help` must be quick, so the library is loaded by an action when it runs; only the commands
 * whose flags come from the sources' schemas load it before parsing.
 */
import { Command, CommanderError } from "@commander-js/extra-typings";
import packageJson from "../../package.json" with { type: "json" };
import type { SourceDescription } from "../index.ts";
import { auditCommand } from "./commands/audit.ts";
import { buildCommand } from "./commands/build.ts";
import { completionCommand } from "./commands/completion.ts";
import { diffCommand } from "./commands/diff.ts";
import { doctorCommand } from "./commands/doctor.ts";
import { finetuneCommand } from "./commands/finetune.ts";
import { gradeCommand } from "./commands/grade.ts";
import { importCommand } from "./commands/import.ts";
import { initCommand } from "./commands/init.ts";
import { rankCommand } from "./commands/rank.ts";
import { leaderboardCommand } from "./commands/leaderboard.ts";
import { runCommand } from "./commands/run.ts";
import { promptCommand } from "./commands/prompt.ts";
import { publishCommand } from "./commands/publish.ts";
import { refreshCommand } from "./commands/refresh.ts";
import { repairCommand } from "./commands/repair.ts";
import { sketchCommand } from "./commands/sketch.ts";
import { scrapeCommand } from "./commands/scrape.ts";
import { environmentsCommand } from "./commands/environments.ts";
import { evaluateCommand } from "./commands/evaluate.ts";
import { generateCommand } from "./commands/stages.ts";
import { exportCommand } from "./commands/export.ts";
import { verifyCommand } from "./commands/verify.ts";
import { noteRunning } from "./flag-of-place.ts";
import { reportError } from "./output.ts";

const NEED_SOURCES = ["scrape", "build", "completion"];

async function main(words: readonly string[]): Promise<void> {
  const needsSources = NEED_SOURCES.includes(words.find((word) => !word.startsWith("-")) ?? "");
  const sources = needsSources ? (await import("../index.ts")).describeSources() : [];
  const program = createProgram(sources);
  try {
    await program.parseAsync(words, { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    process.exitCode = error.exitCode === 0 ? 0 : 2; // commander has printed what is wrong
  }
}

function createProgram(sources: readonly SourceDescription[]): Command {
  const program = new Command("codergen")
    .description(packageJson.description)
    .version(packageJson.version)
    .showHelpAfterError("(add --help for the commands)")
    .addHelpText(
      "after",
      "\nExample:\n  $ codergen build --source pydoc --package statistics --out runs/first",
    );
  const commands = [
    initCommand,
    doctorCommand,
    scrapeCommand(sources),
    generateCommand(),
    verifyCommand(),
    runCommand(),
    buildCommand(sources),
    gradeCommand(),
    evaluateCommand(),
    leaderboardCommand(),
    repairCommand(),
    rankCommand(),
    importCommand(),
    refreshCommand(),
    diffCommand(),
    auditCommand(),
    sketchCommand(),
    exportCommand(),
    publishCommand(),
    finetuneCommand(),
    promptCommand(),
    environmentsCommand(),
    completionCommand(),
  ];
  for (const command of commands) program.addCommand(command);
  program.hook("preAction", (_, running) => noteRunning(running));
  throwInsteadOfExit(program);
  return program;
}

/** Commander ends the process by itself unless every command is told to throw. */
function throwInsteadOfExit(command: Command): void {
  command.exitOverride();
  for (const child of command.commands as unknown as Command[]) throwInsteadOfExit(child);
}

// a reader such as `head` that has seen enough is no error
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    process.exit(0);
  });
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  process.exitCode = reportError(error, false);
}
