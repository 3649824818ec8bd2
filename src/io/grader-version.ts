/** Names the code that judges programs: the hash of the harness. Verdicts of another harness are not reused. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sha256 } from "../util/hash.ts";
import { packageRoot } from "./package-root.ts";

let known: string | null = null;

/** 16 hex digits over every Python file of the harness. */
export function graderVersion(): string {
  known ??= hashFolder(join(packageRoot(), "sandbox", "harness"));
  return known;
}

function hashFolder(folder: string): string {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".py"))
    .sort();
  return sha256(names.map((name) => sha256(readFileSync(join(folder, name)))).join("\n")).slice(0, 16);
}
