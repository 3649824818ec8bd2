/** A sample of honest programs, the references of HumanEval: each passes with its tests in a grader's process. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { type GradeRecord, gradeSamples } from "../../src/index.ts";
import { sharedPath } from "../helpers/shared.ts";
import { tempFolder } from "../helpers/temp-folder.ts";

const SAMPLE_EVERY = 4;
const dataset = sharedPath("benchmarks", "HumanEval.jsonl");

it.skipIf(dataset === null)("rejects no reference program", async () => {
  const lines = readFileSync(dataset ?? "", "utf8").split("\n");
  const rows = lines
    .filter((line, index) => line !== "" && index % SAMPLE_EVERY === 0)
    .map((line) => JSON.parse(line) as Record<"task_id" | "prompt" | "canonical_solution", string>);
  const samples = join(await tempFolder(), "samples.jsonl");
  const solutions = rows.map(({ task_id, prompt, canonical_solution }) =>
    JSON.stringify({ task_id, solution: prompt + canonical_solution }),
  );
  writeFileSync(samples, solutions.join("\n"));
  const rejected: GradeRecord[] = [];
  let graded = 0;
  for await (const record of gradeSamples({ dataset: dataset ?? "", samples })) {
    graded += 1;
    if (record.passed !== true || record.channel !== "separate") rejected.push(record);
  }
  expect(rejected).toEqual([]);
  expect(graded).toBe(rows.length);
});
