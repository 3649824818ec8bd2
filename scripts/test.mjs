/**
 * `npm test`: installs what is missing, bundles, then runs the tests; arguments go to vitest. Ends with a line
 * `N passed, N failed, N skipped`.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { installIfMissing } from "./install-if-missing.mjs";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
installIfMissing();
const { buildIfStale } = await import("./build-if-stale.mjs");
buildIfStale();

const folder = mkdtempSync(join(tmpdir(), "codergen-tests-"));
const results = join(folder, "results.json");
const words = [
  "--no-install",
  "vitest",
  "run",
  "--reporter=default",
  "--reporter=json",
  `--outputFile.json=${results}`,
];
const { status } = spawnSync("npx", [...words, ...process.argv.slice(2)], { stdio: "inherit" });
try {
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = JSON.parse(
    readFileSync(results, "utf8"),
  );
  const skipped = numPendingTests + numTodoTests;
  if (skipped > 0) console.log("Skipped tests say above what was skipped and why.");
  console.log(`${numPassedTests} passed, ${numFailedTests} failed, ${skipped} skipped`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit(status ?? 1);
