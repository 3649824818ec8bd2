/** Bundles the command line and the library into dist/ when a source file is newer than the bundle. */
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { run } from "./install-if-missing.mjs";

const SOURCES = ["src", "scrapers", "sandbox", "data", "package.json", "tsdown.config.ts"];

function newest(path) {
  const info = statSync(path);
  if (!info.isDirectory()) return info.mtimeMs;
  return Math.max(info.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}

export function buildIfStale() {
  const bundle = "dist/cli/main.mjs";
  if (existsSync(bundle) && statSync(bundle).mtimeMs > Math.max(...SOURCES.map(newest))) return;
  run("npx", ["--no-install", "tsdown", "--silent"]);
}
