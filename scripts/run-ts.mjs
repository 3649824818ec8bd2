#!/usr/bin/env node
/**
 * Runs a TypeScript program of this repository on a Node that reads only JavaScript:
 * `node scripts/run-ts.mjs scripts/replay-golden.ts [arguments…]`. It is bundled to dist/scripts (packages stay outside)
 * and started where the command was given.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "rolldown";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const [file, ...args] = process.argv.slice(2);
if (file === undefined || !existsSync(file)) {
  process.stderr.write("Usage: node scripts/run-ts.mjs FILE.ts [arguments…], where FILE.ts exists.\n");
  process.exit(2);
}

const name = basename(file, ".ts");
await build({
  input: { [name]: resolve(file), "parse-worker": join(root, "scrapers/parse-worker.ts") },
  cwd: root,
  platform: "node",
  external: (id) => !id.startsWith(".") && !id.startsWith("/"),
  logLevel: "warn",
  output: { dir: join(root, "dist/scripts"), format: "esm", entryFileNames: "[name].mjs" },
});
const run = spawnSync(process.execPath, [join(root, "dist/scripts", `${name}.mjs`), ...args], {
  stdio: "inherit",
});
process.exit(run.status ?? 1);
