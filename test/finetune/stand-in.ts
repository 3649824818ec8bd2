/** A fine-tuning that needs no package: everything of the toolkit is real, and a small script stands in for torch. */
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export const standInFolder = join(import.meta.dirname, "stand-in");

/**
 * A program to give as --python: it runs the stand-ins in place of the scripts that need torch.
 * @param folder Also gets the stand-ins, so that a container which sees the folder has all.
 */
export function standInPython(folder: string): string {
  const path = join(folder, "python");
  for (const name of ["finetune_lora.py", "serve_model.py"])
    writeFileSync(join(folder, name), readFileSync(join(standInFolder, name)));
  writeFileSync(
    path,
    `#!/bin/sh\nexport SCRIPTS="$(dirname "$1")"\nscript=$(basename "$1")\nshift\nexec python3 "${folder}/$script" "$@"\n`,
  );
  chmodSync(path, 0o755);
  return path;
}

const NAMES = ["add", "sub", "mul", "least", "most", "same", "both", "either", "first", "second"];
const BODIES: Readonly<Record<string, string>> = {
  add: "a + b",
  sub: "a - b",
  mul: "a * b",
  least: "min(a, b)",
  most: "max(a, b)",
  same: "a == b",
  both: "a and b",
  either: "a or b",
  first: "a",
  second: "b",
};

export interface SmallTraining {
  /** Folder of the training format. */
  readonly data: string;
  /** Problems in HumanEval's form: the ten that are trained on, and three of the test split. */
  readonly dataset: string;
}

/** Ten small functions in a chat training set, three more in its test split, and all thirteen as problems. */
export function smallTraining(folder: string): SmallTraining {
  const data = join(folder, "chat");
  mkdirSync(data, { recursive: true });
  const tasks = [...NAMES, "pair", "left", "right"];
  const row = (name: string) => ({
    messages: [
      { role: "user", content: `Write ${name} of two values.` },
      { role: "assistant", content: `\`\`\`python\n${codeOf(name)}\n\`\`\`` },
    ],
  });
  const lines = (values: readonly object[]) => values.map((value) => `${JSON.stringify(value)}\n`).join("");
  const [train, test] = [tasks.slice(0, 10), tasks.slice(10)];
  writeFileSync(join(data, "train.jsonl"), lines(train.map(row)));
  writeFileSync(join(data, "test.jsonl"), lines(test.map(row)));
  const index = (names: readonly string[], split: string) =>
    names.map((name, line) => ({ split, line, taskId: `Small/${name}`, documentId: `doc/${name}` }));
  writeFileSync(join(data, "index.jsonl"), lines([...index(train, "train"), ...index(test, "test")]));
  const dataset = join(folder, "small.jsonl");
  writeFileSync(dataset, lines(tasks.map(problemOf)));
  return { data, dataset };
}

function codeOf(name: string): string {
  return `def ${name}(a, b):\n    return ${BODIES[name] ?? "(a, b)"}`;
}

function problemOf(name: string): object {
  return {
    task_id: `Small/${name}`,
    prompt: `def ${name}(a, b):\n    """The function ${name} of two values."""\n`,
    entry_point: name,
    canonical_solution: `    return ${BODIES[name] ?? "(a, b)"}\n`,
    test: `def check(candidate):\n    assert candidate(3, 4) == (${(BODIES[name] ?? "(a, b)").replaceAll(/\ba\b/g, "3").replaceAll(/\bb\b/g, "4")})\n`,
  };
}
