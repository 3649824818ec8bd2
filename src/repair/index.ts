/** The repair agents by name, and the analyser they share. */
import type { RepairAgent } from "../contracts/repair.ts";
import { codergen } from "./codergen.ts";
import { react } from "./react.ts";
import { selfEdit } from "./self-edit.ts";

export {
  analyseCases,
  type AnalysedProgram,
  analyseFailure,
  errorCodes,
  isProgramFault,
} from "./analyse/index.ts";
export { type Installed, withInstalledNames } from "./installed-names.ts";
export { allPassed } from "./progress.ts";

export const repairAgents: Readonly<Record<string, RepairAgent>> = {
  codergen,
  react,
  "self-edit": selfEdit,
};
