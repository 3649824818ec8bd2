/** `codergen build --from hub:owner/name`: a published dataset made anew. */
import type { RecreatedFile, Recreation } from "../index.ts";
import type { Flags } from "./flags.ts";
import { printJson, printLog, printResult } from "./output.ts";

/** What is to be made anew; null where documents are to be read instead (`--from` is then their source's). */
export async function recreationOf(flags: Flags, signal: AbortSignal): Promise<Recreation | null> {
  const [from] = [flags["from"]].flat();
  if (typeof from !== "string" || flags["source"] !== undefined) return null;
  const { readRecreation } = await import("../index.ts");
  const recreation = await readRecreation(from, { signal });
  printLog(`made anew from ${recreation.from}`);
  for (const doubt of recreation.doubts) printLog(`note: ${doubt}`);
  return recreation;
}

/** Says which files came out as they were published. */
export async function tellRecreated(recreation: Recreation, folder: string, json: boolean): Promise<void> {
  const files = await recreation.compare(folder);
  if (json) return printJson({ type: "recreated", from: recreation.from, files });
  for (const { path, state } of files) printResult(`${state.padEnd(9)}  ${path}`);
  printResult(verdict(files));
}

function verdict(files: readonly RecreatedFile[]): string {
  const same = files.filter(({ state }) => state === "same").length;
  if (same === files.length) return `all ${same} data files are, byte for byte, those that were published`;
  return `${same} of ${files.length} data files are those that were published; \`codergen diff\` tells what differs`;
}
