/** The same HumanEval samples by EvalPlus's evaluator and by ours, on HumanEval's tests and on EvalPlus's inputs. */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { evaluate, type SampleRecord, type SampleVerdict } from "../../src/index.ts";
import { loadPython } from "../../src/python/index.ts";
import { mutantsOf } from "../../src/python/mutants.ts";

export interface HumanEvalRow {
  readonly task_id: string;
  readonly prompt: string;
  readonly canonical_solution: string;
  readonly entry_point: string;
}

export interface AgreementSample {
  readonly task_id: string;
  readonly solution: string;
  /** "reference", or what was changed in it. */
  readonly change: string;
}

export interface Agreement {
  readonly samples: number;
  readonly evalplusSeconds: number;
  /** Samples that pass by EvalPlus, by ours on its inputs, by ours on HumanEval's tests. */
  readonly passed: { readonly evalplus: number; readonly inputs: number; readonly tests: number };
  readonly differences: readonly Difference[];
}

export interface Difference {
  readonly task: string;
  readonly change: string;
  readonly evalplus: string;
  readonly inputs: string;
  readonly tests: string;
}

/** References and up to `mutants` mutants of each, spread over the function. */
export async function referencesAndMutants(
  rows: readonly HumanEvalRow[],
  mutants: number,
): Promise<AgreementSample[]> {
  const python = await loadPython();
  return rows.flatMap(({ task_id, prompt, canonical_solution, entry_point }) => {
    const reference = prompt + canonical_solution;
    const all = mutantsOf(python, reference, { within: entry_point });
    const step = Math.max(1, Math.floor(all.length / Math.max(1, mutants)));
    const chosen = all.filter((_, index) => index % step === 0).slice(0, mutants);
    return [
      { task_id, solution: reference, change: "reference" },
      ...chosen.map(({ code, line, before, after }) => ({
        task_id,
        solution: code,
        change: `line ${line}: ${before} → ${after}`.replaceAll(/\s+/g, " ").slice(0, 120),
      })),
    ];
  });
}

/** @param python An interpreter that has EvalPlus. */
export async function compareWithEvalPlus(
  rows: readonly HumanEvalRow[],
  samples: readonly AgreementSample[],
  how: { readonly python: string; readonly folder: string; readonly workers: number },
): Promise<Agreement> {
  const [dataset, file, plus] = ["humaneval.jsonl", "samples.jsonl", "evalplus.jsonl"].map((name) =>
    join(how.folder, name),
  ) as [string, string, string];
  const write = (path: string, lines: readonly object[]) =>
    writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  write(dataset, rows);
  write(
    file,
    samples.map(({ task_id, solution }) => ({ task_id, solution })),
  );
  const words = ["scripts/bench/evalplus_verdicts.py", dataset, file, plus, String(how.workers)];
  const said = execFileSync(how.python, words, {
    encoding: "utf8",
    maxBuffer: 1 << 28,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const lines = said
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  const theirs = lines.slice(0, -1).map(({ status }) => status as string);
  const onInputs = await ours(plus, file, join(how.folder, "inputs"), how.workers);
  const onTests = await ours(dataset, file, join(how.folder, "tests"), how.workers);
  const differences = samples.flatMap(({ task_id, change }, index): Difference[] => {
    const [evalplus, inputs, tests] = [theirs[index] ?? "", onInputs[index] ?? "", onTests[index] ?? ""];
    const passed = [evalplus === "pass", inputs === "pass", tests === "pass"];
    return new Set(passed).size === 1 ? [] : [{ task: task_id, change, evalplus, inputs, tests }];
  });
  const count = (list: readonly string[]) => list.filter((word) => word === "pass").length;
  return {
    samples: samples.length,
    evalplusSeconds: Number(lines.at(-1)?.["seconds"]),
    passed: { evalplus: count(theirs), inputs: count(onInputs), tests: count(onTests) },
    differences,
  };
}

/** "pass", or why not, of every sample in the order of the file. */
async function ours(dataset: string, samples: string, out: string, workers: number): Promise<string[]> {
  const work = evaluate({
    dataset,
    samples,
    out,
    workers,
    stubs: false,
    checkReferences: false,
    label: "all",
  });
  for (;;) if ((await work.next()).done === true) break;
  const read = <Row>(path: string) =>
    readFileSync(path, "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Row);
  const verdicts = new Map(
    read<SampleVerdict>(join(out, "verdicts.jsonl")).map((verdict) => [verdict.key, verdict]),
  );
  return read<SampleRecord>(join(out, "models", "all", "samples.jsonl")).map(({ verdict }) => {
    const found = verdict === null ? undefined : verdicts.get(verdict);
    const failed = found?.cases.find((result) => result.verdict !== "passed");
    if (found === undefined) return "no program";
    return failed === undefined
      ? "pass"
      : `${failed.cause?.exception ?? failed.cause?.code}: ${failed.cause?.message.slice(0, 120)}`;
  });
}
