import { type Command, InvalidArgumentError, Option } from "@commander-js/extra-typings";
import type { LeaderboardFormat } from "../../index.ts";
import { newCommand, runAction } from "../command.ts";
import { comparisonTable } from "../comparison-table.ts";
import type { Flags } from "../flags.ts";
import { printJson, printLog, printResult } from "../output.ts";

const FORMATS = ["markdown", "csv", "json", "html"];

export function leaderboardCommand(): Command {
  const command = newCommand(
    "leaderboard",
    "models of evaluations side by side, in the form of the paper's table",
    [
      "codergen leaderboard runs/evaluate-first --out runs/leaderboard",
      "codergen leaderboard runs/evaluate-first --compare gpt-4.1-mini,local",
    ],
  )
    .argument("<folder...>", "folders that `codergen evaluate` wrote to")
    .option("--out <dir>", "write leaderboard.md, .csv, .json and .html here")
    .addOption(new Option("--format <name>", "what to print (default: markdown)").choices(FORMATS))
    .option("--compare <labels>", "two labels with a comma between: difference and flipped tasks", parsePair)
    .option("--json", "one JSON object a line on standard output");
  return (command as unknown as Command).action(async (...given: unknown[]) => {
    const [folders, flags] = given as [string[], Flags];
    await runAction(() => runLeaderboard(folders, flags));
  });
}

async function runLeaderboard(folders: readonly string[], flags: Flags): Promise<number> {
  const { compareModels, leaderboard, renderLeaderboardAs, writeLeaderboard } = await import(
    "../../index.ts"
  );
  const json = flags["json"] === true;
  if (flags["compare"] !== undefined) {
    const [first, second] = flags["compare"] as [string, string];
    const comparison = await compareModels(folders, first, second);
    if (json) printJson(comparison);
    else printResult(await comparisonTable(comparison, await leaderboard(folders)));
    return 0;
  }
  const board = await leaderboard(folders);
  if (typeof flags["out"] === "string") {
    for (const path of await writeLeaderboard(board, flags["out"])) printLog(`wrote ${path}`);
  }
  if (json) printJson(board);
  else
    printResult(renderLeaderboardAs(board, (flags["format"] ?? "markdown") as LeaderboardFormat).trimEnd());
  return 0;
}

function parsePair(value: string): string[] {
  const labels = value.split(",").map((label) => label.trim());
  if (labels.length === 2 && labels.every((label) => label !== "")) return labels;
  throw new InvalidArgumentError("give two labels with a comma between");
}
