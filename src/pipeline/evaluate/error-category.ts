/** Why a sample failed, in the categories that repair and evaluation share. */
import type { SampleVerdict } from "../../contracts/evaluation.ts";
import { isPassed } from "../../evaluate/sample-score.ts";
import { programFileName } from "../../evaluate/verify-job.ts";
import { analyseFailure } from "../../repair/index.ts";

/** The category of the first failure that is the program's own. */
export function errorCategoryOf({ taskId, outcome, cause, cases }: SampleVerdict, program: string): string {
  const passed = cases.filter(isPassed).length;
  const feedback = { outcome, cause, cases, passed, total: cases.length };
  return (
    analyseFailure(feedback, { code: program, fileName: programFileName(taskId) })?.category ?? "unknown"
  );
}
