/** Models of several evaluations side by side. */
import { join, resolve } from "node:path";
import type { Leaderboard } from "../contracts/leaderboard.ts";
import type { Comparison } from "../contracts/score.ts";
import { ToolkitError } from "../errors.ts";
import { compareScores } from "../evaluate/compare.ts";
import { makeLeaderboard } from "../evaluate/leaderboard.ts";
import { leaderboardCsv, leaderboardMarkdown } from "../evaluate/leaderboard-text.ts";
import { writeFileAtomic } from "../io/atomic-file.ts";
import { readResults } from "../io/evaluation-results.ts";
import { renderLeaderboard } from "../report/leaderboard.ts";
import { nearestName } from "../util/nearest.ts";
import { toolkitVersion } from "../version.ts";

export const leaderboardFormats = ["markdown", "csv", "json", "html"] as const;
export type LeaderboardFormat = (typeof leaderboardFormats)[number];

const ENDINGS: Readonly<Record<LeaderboardFormat, string>> = {
  markdown: "md",
  csv: "csv",
  json: "json",
  html: "html",
};

/**
 * Every finished model of the folders: one table a dataset, in the form of AICoderEval's Table 2.
 * @param folders What `evaluate` wrote to.
 * @throws ToolkitError `input-not-found` when one is no evaluation, or has no finished model.
 */
export async function leaderboard(folders: readonly string[]): Promise<Leaderboard> {
  const results = await Promise.all(folders.map((folder) => readResults(resolve(folder))));
  return makeLeaderboard(results.flat(), toolkitVersion);
}

/** A leaderboard as text. */
export function renderLeaderboardAs(board: Leaderboard, format: LeaderboardFormat): string {
  switch (format) {
    case "markdown":
      return leaderboardMarkdown(board);
    case "csv":
      return leaderboardCsv(board);
    case "json":
      return `${JSON.stringify(board, null, 2)}\n`;
    case "html":
      return renderLeaderboard(board);
  }
  return format satisfies never;
}

/** Writes `leaderboard.md`, `.csv`, `.json` and `.html` into a folder; the paths. */
export async function writeLeaderboard(
  board: Leaderboard,
  folder: string,
  formats: readonly LeaderboardFormat[] = leaderboardFormats,
): Promise<string[]> {
  const paths: string[] = [];
  for (const format of formats) {
    const path = join(resolve(folder), `leaderboard.${ENDINGS[format]}`);
    await writeFileAtomic(path, renderLeaderboardAs(board, format));
    paths.push(path);
  }
  return paths;
}

/**
 * Two models on the tasks that both were graded on: difference of SR@All with its 95 % interval by paired bootstrap over
 * source documents, and the tasks that flipped.
 * @throws ToolkitError `usage` for a label that no folder has, `input-invalid` when the datasets are not the same.
 */
export async function compareModels(
  folders: readonly string[],
  first: string,
  second: string,
): Promise<Comparison> {
  const results = (await Promise.all(folders.map((folder) => readResults(resolve(folder))))).flat();
  const find = (label: string) => {
    const found = results.find(({ summary }) => summary.label === label);
    if (found !== undefined) return found;
    const labels = results.map(({ summary }) => summary.label);
    const nearest = nearestName(label, labels);
    throw new ToolkitError("usage", `no model is labelled "${label}"`, {
      hint: `${nearest === null ? "" : `Did you mean "${nearest}"? `}Choices: ${labels.join(", ")}.`,
    });
  };
  const [one, other] = [find(first), find(second)];
  if (one.datasetHash !== other.datasetHash) {
    throw new ToolkitError("input-invalid", `${first} and ${second} were evaluated on different datasets`, {
      hint: "Evaluate both on the same dataset with the same options.",
    });
  }
  return compareScores({ label: first, tasks: one.tasks }, { label: second, tasks: other.tasks });
}
