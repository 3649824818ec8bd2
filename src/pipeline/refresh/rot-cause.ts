/**
 * Why a task rotted, from what the traceback analyser reads out of its failures. The table is `data/rot-causes.json`;
 * of several failed cases the one whose cause comes first in the list of causes speaks for the task.
 */
import { z } from "zod";
import table from "../../../data/rot-causes.json" with { type: "json" };
import type { CaseResult, VerifyRecord } from "../../contracts/execution.ts";
import { type RotCause, rotCauses, type RotEvidence, rotCauseSchema } from "../../contracts/refresh.ts";
import type { FailureAnalysis } from "../../contracts/repair.ts";
import type { CaseKind, Task } from "../../contracts/task.ts";
import { analyseCases, errorCodes } from "../../repair/index.ts";
import { renderTask } from "../../task/render.ts";

const ruleSchema = z.strictObject({
  cause: rotCauseSchema,
  /** Codes of the traceback analyser. */
  codes: z.array(z.string()).optional(),
  /** Regular expression for the exception's message. */
  message: z.string().optional(),
  /** Whose frame raised it. */
  raisedBy: z.literal("library").optional(),
  /** Where the case's expectation comes from. */
  origins: z.array(z.string()).optional(),
});

const rules = z
  .strictObject({ rules: z.array(ruleSchema) })
  .parse(table)
  .rules.map((rule) => ({
    ...rule,
    pattern: rule.message === undefined ? null : new RegExp(rule.message, "su"),
  }));

/** Codes of the table that the analyser does not know: a mistake of the table. */
export const unknownCodes: readonly string[] = rules
  .flatMap(({ codes = [] }) => codes)
  .filter((code) => !Object.hasOwn(errorCodes, code));

export interface Rot {
  readonly cause: RotCause;
  readonly evidence: RotEvidence;
  readonly analysis: FailureAnalysis;
}

/** The cause of the failures of `broken` cases of a task. @param record What verifying it in the new environment gave. */
export function rotCauseOf(task: Task, record: VerifyRecord, broken: readonly CaseResult[]): Rot | null {
  const { text, firstLines } = renderTask(task);
  const code = text
    .split("\n")
    .slice(0, firstLines.tests - 1)
    .join("\n");
  const program = { code, fileName: `${task.id}.py`, requirements: task.requirements };
  const feedback = { outcome: record.outcome, cause: record.cause, cases: [...broken] };
  const found = analyseCases({ ...feedback, passed: 0, total: broken.length }, program).map(
    ({ name, analysis }): Rot => {
      const failed = broken.find((result) => result.name === name);
      const origin = task.cases.find((testCase) => testCase.name === name)?.origin ?? null;
      const cause = causeOf(analysis, { origin, raisedByLibrary: raisedByLibrary(failed, record, program) });
      return { cause, evidence: evidenceOf(name, analysis, failed, text), analysis };
    },
  );
  const kinds = new Map(task.cases.map(({ name, kind }) => [name, TELLING.indexOf(kind)]));
  const rank = ({ cause, evidence }: Rot): number =>
    rotCauses.indexOf(cause) * TELLING.length + (kinds.get(evidence.case ?? "") ?? 0);
  return found.toSorted((a, b) => rank(a) - rank(b))[0] ?? null;
}

/** Of cases that fail alike the one that says most: whole values before types and ranges. */
const TELLING: readonly CaseKind[] = ["correctness", "normal", "edge"];

interface Circumstances {
  readonly origin: string | null;
  readonly raisedByLibrary: boolean;
}

/** The first rule that fits. */
export function causeOf(
  { code, message }: Pick<FailureAnalysis, "code" | "message">,
  { origin, raisedByLibrary: byLibrary }: Circumstances,
): RotCause {
  const rule = rules.find(
    ({ codes, pattern, raisedBy, origins }) =>
      (codes === undefined || codes.includes(code)) &&
      (pattern === null || pattern.test(message)) &&
      (raisedBy === undefined || byLibrary) &&
      (origins === undefined || (origin !== null && origins.includes(origin))),
  );
  return rule?.cause ?? "other";
}

const FRAME = /^\s*File "(.*?)", line \d+/gm;

/** The innermost frame of the traceback is not the task's own file. */
function raisedByLibrary(
  failed: CaseResult | undefined,
  record: VerifyRecord,
  program: { readonly fileName: string },
): boolean {
  const traceback = (failed?.cause ?? record.cause)?.traceback ?? "";
  const innermost = [...traceback.matchAll(FRAME)].at(-1)?.[1];
  return innermost !== undefined && !innermost.endsWith(program.fileName);
}

const SHOWN_CHARS = 400;

function evidenceOf(
  name: string,
  analysis: FailureAnalysis,
  failed: CaseResult | undefined,
  text: string,
): RotEvidence {
  const { code, exception, message, comparison, lineText, testLineText } = analysis;
  const compared = comparison === null ? "" : `${comparison.left} ${comparison.operator} ${comparison.right}`;
  const raised = exception?.replace(/^builtins\./, "") ?? null;
  const said = [raised, withoutPlaces(message)].filter((part) => part !== null && part !== "").join(": ");
  const own = failed?.cause?.line ?? null;
  const line = lineText ?? testLineText ?? (own === null ? null : (text.split("\n")[own - 1] ?? null));
  const deciding = said === "" || (said === raised && compared !== "") ? compared || code : said;
  return {
    case: failed === undefined ? null : name,
    code,
    exception: raised,
    message: deciding.slice(0, SHOWN_CHARS),
    line: line === null ? null : line.trim().slice(0, SHOWN_CHARS),
  };
}

/** Where packages lie on this machine says nothing, and differs on the next one. */
function withoutPlaces(message: string): string {
  return message.replaceAll(/\/[^\s'"()]*\/(?:site|dist)-packages\//g, "");
}
