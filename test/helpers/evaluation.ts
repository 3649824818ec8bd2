/** Evaluations in tests: files of rows, and draining the work. */
import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  evaluate,
  type EvaluateInput,
  type EvaluateRunOptions,
  type EvaluationSummary,
  type PipelineEvent,
} from "../../src/index.ts";

export async function writeRows(path: string, rows: readonly (object | string)[]): Promise<string> {
  const lines = rows.map((row) => (typeof row === "string" ? row : JSON.stringify(row)));
  await writeFile(path, `${lines.join("\n")}\n`);
  return path;
}

export interface Evaluated {
  readonly summary: EvaluationSummary;
  readonly events: readonly PipelineEvent[];
}

export async function evaluateAll(
  input: EvaluateInput,
  options: EvaluateRunOptions = {},
): Promise<Evaluated> {
  const events: PipelineEvent[] = [];
  const work = evaluate(input, options);
  for (;;) {
    const step = await work.next();
    if (step.done === true) return { summary: step.value, events };
    events.push(step.value);
  }
}

/** Records of an entry, in file order. */
export function recordsOf<Row>(folder: string, label: string, name = "samples.jsonl"): Row[] {
  return readFileSync(join(folder, "models", label, name), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Row);
}

/** Three problems in HumanEval's format: one with imports and a helper, one slow, one with a stub-passing test. */
export const tinyProblems = [
  {
    task_id: "Tiny/0",
    prompt:
      'import math\n\n\ndef _square(value):\n    return value * value\n\n\ndef area(radius):\n    """The area of a circle."""\n',
    entry_point: "area",
    canonical_solution: "    return math.pi * _square(radius)\n",
    test: "def check(candidate):\n    assert math.isclose(candidate(1), math.pi)\n    assert candidate(0) == 0\n",
  },
  {
    task_id: "Tiny/1",
    prompt:
      'from typing import List\n\n\ndef longest(words: List[str]) -> str:\n    """The first longest word."""\n',
    entry_point: "longest",
    canonical_solution: "    return max(words, key=len)\n",
    test: "def check(candidate):\n    assert candidate(['a', 'ccc', 'bb']) == 'ccc'\n    assert candidate(['x', 'y']) == 'x'\n",
  },
  {
    task_id: "Tiny/2",
    prompt: 'def nothing(value):\n    """Give None whatever comes."""\n',
    entry_point: "nothing",
    canonical_solution: "    return None\n",
    test: "def check(candidate):\n    assert candidate(1) is None\n",
  },
] as const;
