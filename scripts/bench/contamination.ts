/**
 * How well contamination is found: `node scripts/bench/run.mjs contamination BENCHMARKS [FOLDER…]`. BENCHMARKS holds
 * HumanEval.jsonl and mbpp.jsonl, whose problems and edited copies are to be found; FOLDERs hold Python files, whose
 * functions are not (default: Python's own library). Copies and functions are read by python3.
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { overlapWith } from "../../src/audit/contamination/overlap.ts";
import type { Sketch } from "../../src/contracts/sketch.ts";
import { makeSketch } from "../../src/pipeline/make-sketch.ts";

interface Problem {
  readonly text: string;
  readonly code: string;
}

const [benchmarks = "../shared/benchmarks", ...folders] = process.argv.slice(2);
const script = "scripts/bench/edited_programs.py";

function python<Row>(args: readonly string[], input: readonly unknown[]): Row[] {
  const options = { input: input.map((row) => JSON.stringify(row)).join("\n"), maxBuffer: 1 << 30 };
  const { stdout, stderr, status } = spawnSync("python3", [script, ...args], {
    ...options,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(stderr);
  return stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Row);
}

function rows(name: string): Record<string, string>[] {
  return readFileSync(join(benchmarks, name), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, string>);
}

/** Every seventh word is another one. */
function otherWords(text: string, salt: number): string {
  return text
    .split(/(?<=\s)/)
    .map((word, at) => ((at + 3) % 7 === 0 ? `word${salt}x${at} ` : word))
    .join("");
}

const problems: Problem[] = [
  ...rows("HumanEval.jsonl").map(({ prompt = "", canonical_solution = "" }) => ({
    text: /("""|''')([\s\S]*?)\1/.exec(prompt)?.[2] ?? "",
    code: prompt + canonical_solution,
  })),
  ...rows("mbpp.jsonl").map(({ text = "", code = "" }) => ({ text, code })),
];
const sketches: Sketch[] = [];
for (const name of ["HumanEval.jsonl", "mbpp.jsonl"]) sketches.push(await makeSketch(join(benchmarks, name)));

function show(name: string, tasks: readonly Problem[]): void {
  const started = performance.now();
  const found = tasks.filter((task) => overlapWith(sketches, task)?.contaminated === true);
  const perTask = (performance.now() - started) / tasks.length;
  const share = ((100 * found.length) / tasks.length).toFixed(2);
  process.stdout.write(
    `${name.padEnd(40)} ${String(found.length).padStart(6)} of ${tasks.length} (${share} %), ${perTask.toFixed(3)} ms each\n`,
  );
}

type Copies = Record<"plain" | "renamed" | "edited", string>;
const copies = python<Copies | null>([], problems).filter((one) => one !== null);
const own = python<Problem>(folders.length === 0 ? ["/usr/lib/python3.11"] : folders, []);
show(
  "problems: code",
  problems.map(({ code }) => ({ text: "", code })),
);
show(
  "laid out anew, no comments",
  copies.map(({ plain }) => ({ text: "", code: plain })),
);
show(
  "and other names",
  copies.map(({ renamed }) => ({ text: "", code: renamed })),
);
show(
  "and a statement more",
  copies.map(({ edited }) => ({ text: "", code: edited })),
);
show(
  "problems: statement",
  problems.map(({ text }) => ({ text, code: "" })),
);
show(
  "statement, every 7th word another",
  problems.map(({ text }, at) => ({ text: otherWords(text, at), code: "" })),
);
show(
  "functions that are no problems: code",
  own.map(({ code }) => ({ text: "", code })),
);
show(
  "their docstrings",
  own.filter(({ text }) => text !== "").map(({ text }) => ({ text, code: "" })),
);
