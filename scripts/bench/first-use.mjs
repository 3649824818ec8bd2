/**
 * What a person meets first, measured on a fresh clone: `npm ci`, the start of the command line, the quickstart.
 * `node scripts/bench/first-use.mjs`
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "codergen-first-use-"));
const clone = join(folder, "clone");

/** Wall seconds of a command; its output is shown only when it fails. */
function timed(file, args, cwd) {
  const started = performance.now();
  const { status, stdout, stderr } = spawnSync(file, args, { cwd, encoding: "utf8", maxBuffer: 1 << 28 });
  if (status !== 0) throw new Error(`${file} ${args.join(" ")} ended with ${status}\n${stdout}\n${stderr}`);
  return (performance.now() - started) / 1_000;
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

try {
  timed("git", ["clone", "--quiet", root, clone], folder);
  console.log(`load at the start: ${loadavg()[0].toFixed(1)}`);
  console.log(
    `npm ci               ${timed("npm", ["ci", "--no-audit", "--no-fund"], clone).toFixed(1)} s (target 60)`,
  );
  timed("npx", ["--no-install", "tsdown", "--silent"], clone);
  const cli = join(clone, "dist/cli/main.mjs");
  const starts = Array.from({ length: 15 }, () => timed(process.execPath, [cli, "--help"], clone));
  console.log(`codergen --help      ${(1_000 * median(starts)).toFixed(0)} ms median of 15 (target 150)`);
  const build = [
    "build",
    "--config",
    "data/quickstart.yaml",
    "--out",
    join(folder, "run"),
    "--cache-dir",
    join(folder, "cache"),
  ];
  console.log(
    `quickstart           ${timed(process.execPath, [cli, ...build], clone).toFixed(1)} s (target 180)`,
  );
  const { export: rows, generate } = JSON.parse(readFileSync(join(folder, "run", "summary.json"), "utf8"));
  console.log(
    `                     ${generate.tasks} tasks: all ${rows.all} (target 25), verified ${rows.verified}`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
