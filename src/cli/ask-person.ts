/** Questions to a person on the terminal; they go to standard error, so that results can be piped. */
import { createInterface } from "node:readline/promises";
import type { FailureAnalysis } from "../index.ts";
import { printLog } from "./output.ts";

/** One line of an answer, empty at the end of input. Ctrl-C interrupts the command. */
export async function ask(question: string, signal: AbortSignal): Promise<string> {
  const reader = createInterface({ input: process.stdin, output: process.stderr });
  reader.on("SIGINT", () => process.kill(process.pid, "SIGINT"));
  const ended = new Promise<string>((resolve) => reader.once("close", () => resolve("")));
  try {
    return (await Promise.race([reader.question(question, { signal }), ended])).trim();
  } finally {
    reader.close();
  }
}

/** Which suggestions to follow: all, some by number, none; "q" ends the repair. */
export async function askForSuggestions(
  analysis: FailureAnalysis,
  signal: AbortSignal,
): Promise<readonly string[] | null> {
  const { line, lineText, cause, suggestions } = analysis;
  printLog(`\n${line === null ? "" : `line ${line}: ${lineText ?? ""}\n`}${cause}`);
  for (const [index, text] of suggestions.entries()) printLog(`  ${index + 1}. ${text}`);
  for (;;) {
    const answer = await ask("Follow which? [all, numbers such as 1,3, none, q] ", signal);
    if (/^q(uit)?$/i.test(answer)) return null;
    if (answer === "" || /^all$/i.test(answer)) return suggestions;
    if (/^none$/i.test(answer)) return [];
    const chosen = answer.split(/[\s,]+/).map((word) => suggestions[Number(word) - 1]);
    if (chosen.every((text) => text !== undefined)) return chosen;
    printLog(`numbers are 1 to ${suggestions.length}`);
  }
}
