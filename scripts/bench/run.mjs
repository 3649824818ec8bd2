#!/usr/bin/env node
/**
 * Runs a TypeScript bench on a Node that reads only JavaScript: `node scripts/bench/run.mjs NAME [arguments…]`
 * bundles scripts/bench/NAME.ts to dist/bench/NAME.mjs (packages stay outside) and starts it.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "rolldown";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const [name, ...args] = process.argv.slice(2);
const entry = join(root, "scripts/bench", `${name}.ts`);
if (name === undefined || !existsSync(entry)) {
  process.stderr.write(
    "Usage: node scripts/bench/run.mjs NAME [arguments…], where scripts/bench/NAME.ts exists.\n",
  );
  process.exit(2);
}

const outputs = { [name]: entry, "parse-worker": join(root, "scrapers/parse-worker.ts") };
await build({
  input: Object.fromEntries(Object.entries(outputs).filter(([, path]) => existsSync(path))),
  cwd: root,
  platform: "node",
  external: (id) => !id.startsWith(".") && !id.startsWith("/"),
  logLevel: "warn",
  output: { dir: join(root, "dist/bench"), format: "esm", entryFileNames: "[name].mjs" },
});
const run = spawnSync(process.execPath, [join(root, "dist/bench", `${name}.mjs`), ...args], {
  stdio: "inherit",
  cwd: root,
});
process.exit(run.status ?? 1);
