/** Installs the locked dependencies when they are missing or older than the lock file. Uses Node alone. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";

/** Ends the process when a step fails, with that step's own exit code. */
export function run(file, args, options = {}) {
  const { status, error } = spawnSync(file, args, { stdio: "inherit", ...options });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
}

export function installIfMissing() {
  const installed = "node_modules/.package-lock.json";
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync("package-lock.json").mtimeMs) return;
  if (existsSync(installed) && sameVersions("package-lock.json", installed)) return;
  console.error("installing dependencies (npm ci) …");
  run("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"]);
}

function sameVersions(lock, installed) {
  const versions = (path) => {
    const { packages } = JSON.parse(readFileSync(path, "utf8"));
    return Object.entries(packages)
      .filter(([name]) => name !== "")
      .map(([name, { version }]) => [name, version]);
  };
  const wanted = new Map(versions(lock));
  return versions(installed).every(([name, version]) => wanted.get(name) === version);
}
