/** The traceback analyser. */
export { analyseCases, analyseFailure, isProgramFault } from "./analyse-failure.ts";
export type { AnalysedProgram } from "./blame.ts";
export { errorCodes } from "./categories.ts";
