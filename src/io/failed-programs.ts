/** Programs that failed in evaluations, and what agents made of them, read from an evaluation's folder. */
import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { z } from "zod";
import { repairedSampleSchema, sampleRecordSchema, sampleVerdictSchema } from "../contracts/evaluation.ts";
import type { Outcome } from "../contracts/execution.ts";
import type { RepairRound, RunFeedback } from "../contracts/repair.ts";
import { ToolkitError } from "../errors.ts";
import { textLines } from "./dataset-rows.ts";

/** A failed program; `fixed` is what an agent made of it, null where nobody mended it. */
export interface FailedProgram {
  readonly taskId: string;
  readonly broken: string;
  readonly feedback: RunFeedback;
  readonly fixed: string | null;
}

/** Outcomes that say nothing about the program. */
const NO_JUDGEMENT: readonly Outcome[] = ["sandbox-failure", "install-failed", "not-run"];

/**
 * Of every sample that failed once, and of every round of a repair that came to an end.
 * @throws ToolkitError `input-not-found` when the folder is no evaluation.
 */
export async function* failedPrograms(folder: string): AsyncGenerator<FailedProgram> {
  if (!existsSync(join(folder, "evaluation.json"))) {
    throw new ToolkitError("input-not-found", `${folder} is no folder of an evaluation`, {
      hint: "Give the folder that `codergen evaluate` wrote.",
    });
  }
  const verdicts = new Map<string, RunFeedback>();
  for await (const verdict of records(folder, "verdicts", sampleVerdictSchema)) {
    const feedback = feedbackOf(verdict);
    if (isFailure(feedback)) verdicts.set(verdict.key, feedback);
  }
  for (const model of await readdir(join(folder, "models")).catch(() => [])) {
    const place = join(folder, "models", model);
    for await (const { taskId, program, verdict } of records(place, "samples", sampleRecordSchema)) {
      const feedback = verdict === null ? undefined : verdicts.get(verdict);
      if (program !== null && feedback !== undefined)
        yield { taskId, broken: program, feedback, fixed: null };
    }
    for (const journal of await repairJournals(place)) {
      for await (const { taskId, record } of records(place, journal, repairedSampleSchema)) {
        if (record.state !== "repaired") continue;
        const fixed = record.rounds[record.best]?.code ?? null;
        yield* record.rounds.flatMap((round) => failedRound(taskId, round, fixed));
      }
    }
  }
}

function failedRound(taskId: string, { code, feedback }: RepairRound, fixed: string | null): FailedProgram[] {
  return feedback !== null && isFailure(feedback) ? [{ taskId, broken: code, feedback, fixed }] : [];
}

function feedbackOf({ outcome, cause, cases }: z.infer<typeof sampleVerdictSchema>): RunFeedback {
  const passed = cases.filter(({ verdict }) => verdict === "passed").length;
  return { outcome, cause, cases, passed, total: cases.length };
}

function isFailure({ outcome, passed, total }: RunFeedback): boolean {
  return !NO_JUDGEMENT.includes(outcome) && passed < total;
}

async function repairJournals(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).flatMap(
    (name) => /^(repairs-.+?)(?:\.partial)?\.jsonl$/.exec(name)?.[1] ?? [],
  );
  return [...new Set(names)].toSorted();
}

/** Lines of a journal, finished or not; what a kill cut short is left out. */
async function* records<Record>(
  folder: string,
  name: string,
  schema: z.ZodType<Record>,
): AsyncGenerator<Record> {
  const path = [join(folder, `${name}.jsonl`), join(folder, `${name}.partial.jsonl`)].find((one) =>
    existsSync(one),
  );
  if (path === undefined) return;
  for await (const line of textLines(path)) {
    const parsed = schema.safeParse(jsonOf(line));
    if (parsed.success) yield parsed.data;
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
