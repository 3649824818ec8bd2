/** A run that is finished, for reading: nothing in its folder is touched, and others may read it at the same time. */
import type { Manifest } from "../contracts/manifest.ts";
import { ToolkitError } from "../errors.ts";
import { readManifest } from "./run-manifest.ts";
import { openJournals, type RunJournals } from "./run-store.ts";

export interface FinishedRun extends RunJournals {
  readonly folder: string;
  readonly manifest: Manifest;
  close(): Promise<void>;
}

/**
 * Opens the records of a run whose verify stage has ended.
 * @throws ToolkitError `input-not-found` when the folder is no run, `prerequisite-missing` when it is not finished.
 */
export async function openFinishedRun(folder: string): Promise<FinishedRun> {
  const manifest = await readManifest(folder);
  if (manifest === null)
    throw new ToolkitError("input-not-found", `${folder} is no run folder`, {
      hint: "Give the folder of a run that `codergen build` made, or make one: codergen build --out <dir>.",
    });
  const journals = await openJournals(folder);
  const { documents, tasks, verdicts, environments } = journals;
  const all = [documents, tasks, verdicts, environments];
  const close = async (): Promise<void> => {
    for (const journal of all) await journal.close();
  };
  if (all.every(({ sealed }) => sealed)) return { folder, manifest, ...journals, close };
  await close();
  throw new ToolkitError("prerequisite-missing", `the run in ${folder} is not finished`, {
    hint: `Let it end: codergen build --out ${folder}, with the options it was started with.`,
  });
}
