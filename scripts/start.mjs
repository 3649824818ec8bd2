/** `npm start`: installs what is missing, then runs the quickstart; arguments go to the command line instead. */
import { fileURLToPath } from "node:url";
import { installIfMissing, run } from "./install-if-missing.mjs";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
installIfMissing();
const { buildIfStale } = await import("./build-if-stale.mjs");
buildIfStale();
const words = process.argv.slice(2);
run(process.execPath, [
  "dist/cli/main.mjs",
  ...(words.length > 0 ? words : ["build", "--config", "data/quickstart.yaml"]),
]);
