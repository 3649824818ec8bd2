/** `npm test`: installs what is missing, bundles, then runs the tests; arguments go to vitest. */
import { fileURLToPath } from "node:url";
import { installIfMissing, run } from "./install-if-missing.mjs";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
installIfMissing();
const { buildIfStale } = await import("./build-if-stale.mjs");
buildIfStale();
run("npx", ["--no-install", "vitest", "run", ...process.argv.slice(2)]);
