/** The task file: assemble, render, parse, the static gate, and AICoderEval's files. */
export { assembleTask, taskIdOf } from "./assemble.ts";
export { staticGate, type GateProblem } from "./gate/index.ts";
export { parseTask } from "./parse.ts";
export { toProgram } from "./program.ts";
export { programText, replaceProgram, taskFileLine, withProgramText } from "./program-text.ts";
export { renderTask, type RenderedTask } from "./render.ts";
export {
  importFolder,
  importRecordSchema,
  type ImportFolder,
  type ImportRecord,
} from "./import-aicodereval/index.ts";
