/** A8: rows of the benchmarks as tasks, by hash; and what a whole file gives. */
import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { RankingTask } from "../../src/contracts/ranking.ts";
import { outcomesOf } from "../../src/pipeline/rank/pass-matrix.ts";
import { readBenchmarkRow } from "../../src/rank/benchmarks/read-benchmark.ts";
import { hiddenTests } from "../../src/rank/hidden-tests.ts";
import { sha256 } from "../../src/util/hash.ts";
import {
  all,
  compare,
  isRecord,
  passed,
  type Recorded,
  type Replay,
  type Replayed,
  skipped,
  type Tools,
} from "./case.ts";

function rowsOf(file: unknown, { benchmarks }: Tools): Recorded[] | null {
  const path = benchmarks === null ? "" : join(benchmarks, basename(String(file)));
  if (!existsSync(path)) return null;
  const text = readFileSync(path, "utf8");
  if (!path.endsWith("l")) return JSON.parse(text) as Recorded[];
  return text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line) as Recorded);
}

const ABSENT = "the benchmark's file is not beside the golden file (give its folder with --benchmarks)";

export const datasetRowCase: Replay = ({ input, output }, tools) => {
  const rows = rowsOf(input["file"], tools);
  if (rows === null) return skipped(ABSENT);
  const row = rows.find(({ task_id }) => task_id === input["task_id"]);
  const expected = isRecord(output) ? output : {};
  const { task } = readBenchmarkRow(tools.python, row);
  const hashes = {
    func_name: task.functionName,
    sig_sha256: sha256(task.signature),
    ctxt_sha256: sha256(task.context),
    ctxt_length: task.context.length,
    oracle_sha256: sha256(task.reference ?? ""),
    validation_tests: task.validation.length,
    first_validation_sha256: sha256(task.validation[0] ?? ""),
  };
  const wanted = Object.fromEntries(
    Object.keys(hashes)
      .filter((name) => name in expected)
      .map((name) => [name, expected[name]]),
  );
  const found = Object.fromEntries(Object.entries(hashes).filter(([name]) => name in expected));
  return compare("row", wanted, found);
};

/**
 * Rows, fields, tests; and which references fail their own tests. Rows that the original cannot parse may parse here,
 * and a reference that failed for want of its set-up code may pass (B13).
 */
export const datasetParseCase: Replay = async ({ input, output }, tools) => {
  const rows = rowsOf(input["file"], tools);
  if (rows === null) return skipped(ABSENT);
  const expected = isRecord(output) ? output : {};
  const tasks: RankingTask[] = [];
  const failed: unknown[] = [];
  for (const row of rows) {
    try {
      tasks.push(readBenchmarkRow(tools.python, row).task);
    } catch {
      failed.push(row["task_id"]);
    }
  }
  const mayFail = new Set(
    (Array.isArray(expected["failed"]) ? (expected["failed"] as unknown[][]) : []).map(([id]) => id),
  );
  const more = failed.filter((id) => !mayFail.has(id));
  return all(
    compare("rows", expected["rows"], rows.length),
    compare("fields", expected["fields"], Object.keys(rows[0] ?? {})),
    compare("rows that cannot be parsed", [], more),
    await references(tasks, expected["reference_fails_own_tests"], tools),
  );
};

async function references(tasks: readonly RankingTask[], expected: unknown, tools: Tools): Promise<Replayed> {
  const known = new Set((Array.isArray(expected) ? (expected as unknown[][]) : []).map(([id]) => String(id)));
  const context = { ...(await tools.context()), prelude: true };
  const failing: string[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let task = tasks[next++]; task !== undefined; task = tasks[next++]) {
      const [row] = await outcomesOf(task, [task.reference ?? ""], hiddenTests(task), context);
      if (/[^P]/.test(row?.letters ?? "E")) failing.push(task.id.replace(/^.*\//, ""));
    }
  };
  await Promise.all([worker(), worker()]);
  const unexpected = failing.filter((id) => !known.has(id));
  return unexpected.length === 0 ? passed : compare("references that fail", [...known], failing);
}
