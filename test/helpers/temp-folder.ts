/** A folder of a test's own, removed when the test ends. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, onTestFinished } from "vitest";

export async function tempFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "codergen-test-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A folder for all tests of a suite; call the result inside tests and hooks. */
export function tempFolderForSuite(): () => string {
  let folder = "";
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "codergen-test-"));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return () => folder;
}
