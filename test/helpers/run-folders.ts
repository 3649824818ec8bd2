/** What a command left in the folder of a run. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { expect } from "vitest";
import { type RefreshRecord, refreshRecordSchema } from "../../src/index.ts";
import type { Finished } from "./codergen.ts";

export function done(finished: Finished): Finished {
  expect(finished.code, finished.stderr).toBe(0);
  return finished;
}

export function filesOf(root: string, without: RegExp = /^logs\//): Map<string, string> {
  const names = readdirSync(root, { recursive: true, encoding: "utf8" });
  const files = names.map((name) => join(root, name)).filter((path) => statSync(path).isFile());
  const shown = files.filter((path) => !without.test(relative(root, path)));
  return new Map(
    shown.sort().map((path) => {
      return [relative(root, path), createHash("sha256").update(readFileSync(path)).digest("hex")];
    }),
  );
}

export function recordsOf(run_: string): Map<string, RefreshRecord> {
  const lines = readFileSync(join(run_, "refresh.jsonl"), "utf8").trim().split("\n");
  return new Map(
    lines.map((line) => refreshRecordSchema.parse(JSON.parse(line))).map((one) => [one.taskId, one]),
  );
}

export const json = (path: string): unknown => JSON.parse(readFileSync(path, "utf8"));
