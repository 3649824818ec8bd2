/** A dataset as the task of another harness: files by name. Tasks that want a whole script are left out. */
import type { EvaluationTask } from "../contracts/evaluation-task.ts";
import { peerGrading } from "./peer-grading.py.ts";

export interface PeerFiles {
  /** Text by path inside the target folder. */
  readonly files: Readonly<Record<string, string>>;
  /** The task's name in the other harness. */
  readonly name: string;
  readonly tasks: number;
  /** Ids that the other harness cannot run. */
  readonly leftOut: readonly string[];
}

/** A name that is an identifier and a file's name. */
export function peerName(dataset: string): string {
  return `codergen_${dataset
    .replace(/\.\w+$/, "")
    .replaceAll(/\W+/g, "_")
    .toLowerCase()}`;
}

/** An lm-evaluation-harness folder: `lm_eval --include_path DIR --tasks NAME --confirm_run_unsafe_code`. */
export function lmEvalFiles(dataset: string, tasks: readonly EvaluationTask[]): PeerFiles {
  const name = peerName(dataset);
  const { kept, leftOut } = usable(tasks);
  const yaml = `task: ${name}
custom_dataset: !function utils.load
test_split: test
output_type: generate_until
doc_to_text: "{{prompt}}"
doc_to_target: "{{reference}}"
process_results: !function utils.process_results
unsafe_code: true
generation_kwargs:
  until: []
  do_sample: false
  max_gen_toks: 2048
metric_list:
  - metric: sr_all
    aggregation: mean
    higher_is_better: true
  - metric: sr_any
    aggregation: mean
    higher_is_better: true
num_fewshot: 0
metadata:
  version: 1.0
`;
  const utils = `"""Grades generated programs case by case, each in a process of its own, without isolation.

A program can forge these verdicts. For verdicts that it cannot forge, log the samples and give them to
\`codergen evaluate --samples\`.
"""

import json
import os
import subprocess
import sys

import datasets
${peerGrading}

_SECONDS = 30


def load(**_):
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "tasks.jsonl"), encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    return {"test": datasets.Dataset.from_list(rows)}


def _passes(program, doc, case):
    script, mark = script_of(program, doc, case)
    try:
        done = subprocess.run(
            [sys.executable, "-"], input=script, capture_output=True, text=True, timeout=_SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        return False
    return passed(done.stdout, done.returncode, mark)


def process_results(doc, results):
    program = program_of(results[0], doc)
    verdicts = [_passes(program, doc, case) for case in doc["cases"]]
    return {"sr_all": float(all(verdicts)), "sr_any": float(any(verdicts))}
`;
  const files = { [`${name}.yaml`]: yaml, "utils.py": utils, "tasks.jsonl": rowsOf(kept) };
  return { files, name, tasks: kept.length, leftOut };
}

/** An Inspect task file: `inspect eval DIR/NAME.py --model …`; programs run in Inspect's sandbox. */
export function inspectFiles(dataset: string, tasks: readonly EvaluationTask[]): PeerFiles {
  const name = peerName(dataset);
  const { kept, leftOut } = usable(tasks);
  const source = `"""Programs for tasks of a codergen dataset, graded case by case in Inspect's sandbox.

Tests and program share a process here; for verdicts that a program cannot forge use \`codergen evaluate\`.
"""

import json
import os

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.scorer import Score, mean, scorer, stderr
from inspect_ai.solver import generate
from inspect_ai.util import sandbox
${peerGrading}

_SECONDS = 30


def _samples():
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "tasks.jsonl"), encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    return [Sample(id=row["task_id"], input=row["prompt"], target=row["reference"], metadata=row) for row in rows]


@scorer(metrics={"sr_all": [mean(), stderr()], "sr_any": [mean(), stderr()]})
def cases():
    async def score(state, target):
        program = program_of(state.output.completion, state.metadata)
        verdicts = []
        for case in state.metadata["cases"]:
            script, mark = script_of(program, state.metadata, case)
            try:
                done = await sandbox().exec(["python3", "-"], input=script, timeout=_SECONDS)
            except TimeoutError:
                verdicts.append(False)
                continue
            verdicts.append(passed(done.stdout, done.returncode, mark))
        value = {"sr_all": float(all(verdicts)), "sr_any": float(any(verdicts))}
        return Score(value=value, answer=program, explanation=f"{sum(verdicts)} of {len(verdicts)} cases pass")

    return score


@task
def ${name}(sandbox="docker"):
    return Task(dataset=MemoryDataset(_samples(), name="${name}"), solver=generate(), scorer=cases(), sandbox=sandbox)
`;
  return {
    files: { [`${name}.py`]: source, "tasks.jsonl": rowsOf(kept) },
    name,
    tasks: kept.length,
    leftOut,
  };
}

function usable(tasks: readonly EvaluationTask[]) {
  const kept = tasks.filter(({ judge }) => judge.entry === "function");
  const leftOut = tasks.filter(({ judge }) => judge.entry !== "function").map(({ id }) => id);
  return { kept, leftOut };
}

function rowsOf(tasks: readonly EvaluationTask[]): string {
  return tasks
    .map((task) => {
      const { id, functionName, preamble, prefix, judge, requirements, reference } = task;
      const row = {
        task_id: id,
        prompt: promptOf(task),
        function_name: functionName,
        preamble,
        prefix,
        tests: judge.tests,
        cases: judge.cases.map(({ name }) => name),
        requirements,
        reference: reference ?? "",
      };
      return `${JSON.stringify(row)}\n`;
    })
    .join("");
}

function promptOf({ instruction, prefix, functionName }: EvaluationTask): string {
  const start =
    prefix.trim() === "" ? "" : `\n\nStart from this:\n\n\`\`\`python\n${prefix.trimEnd()}\n\`\`\``;
  return `${instruction}${start}\n\nAnswer with the whole program, imports included, in one fenced code block. It defines \`${functionName}\` under exactly this name.`;
}
