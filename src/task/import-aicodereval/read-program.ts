/** Sections and companions of one program to its task, or to the reason why there is none. */
import type { Python, PythonDefinition } from "../../python/index.ts";
import type { Task } from "../../contracts/task.ts";
import { assembleTask, taskIdOf } from "../assemble.ts";
import { hasMarkerLine } from "../cells.ts";
import { readPrompt, type PromptFacts } from "./prompt.ts";
import type { ImportRecord } from "./record.ts";
import { isShellLine, readRequirements, requirementsOfImports } from "./requirements.ts";
import type { Sections } from "./sections.ts";
import { readTests, type ReadTests } from "./tests.ts";

export interface RawProgram {
  readonly input: string;
  /** File name without index and extension, e.g. "translate_text". */
  readonly name: string;
  readonly sections: Sections;
  readonly requirementsFile: string | null;
  readonly prompt: string | null;
  readonly understood: ImportRecord["understood"];
  readonly notUnderstood: readonly string[];
}

export function readProgram(program: RawProgram, toolkitVersion: string, python: Python): ImportRecord {
  const { sections, input } = program;
  const notes = [...program.notUnderstood];
  const code = cleanSections(sections, notes);
  const found = readRequirements(sections.requirements ?? null, program.requirementsFile, python);
  notes.push(...found.notes);
  const understood = { ...program.understood, requirementsStyle: found.style };
  const reject = ({ reason, detail }: Refusal): ImportRecord => {
    return { input, state: "rejected", reason, detail, task: null, understood, notUnderstood: notes };
  };
  const refusal = refuse(code, python);
  if (refusal !== null) return reject(refusal);
  const main = mainDefinition(code.function, program.name, python);
  if (main === undefined) {
    return reject({
      reason: "no-function",
      detail: "The function section defines nothing at its top level.",
    });
  }
  const tests = readTests(code.test, code.call, main.name, python);
  if (tests === null)
    return reject({ reason: "no-test", detail: "The test section has no test that can be called." });
  if (tests.called === "none") notes.push("the file never calls its test; the case calls it");
  if (main.kind === "class") notes.push(`"${main.name}" is a class`);
  const fromImports = requirementsOfImports(`${code.import}\n${code.function}`, python);
  const requirements = found.requirements.length > 0 ? found.requirements : fromImports;
  const prompt = program.prompt === null ? null : readPrompt(program.prompt, python);
  const task = taskOf(program, { code, main, tests, requirements, prompt }, toolkitVersion);
  const seen = {
    ...understood,
    function: main.name,
    requirements,
    testCalled: tests.called,
    splitBy: tests.splitBy,
    cases: tests.cases.length,
    ...(prompt === null ? {} : { apiName: prompt.apiName }),
  };
  return {
    input,
    state: "accepted",
    reason: null,
    detail: null,
    task,
    understood: seen,
    notUnderstood: notes,
  };
}

interface Refusal {
  readonly reason: string;
  readonly detail: string;
}

type CleanSections = Record<"import" | "function" | "test" | "call", string>;

function cleanSections(sections: Sections, notes: string[]): CleanSections {
  const clean = (name: keyof CleanSections): string => withoutShell(sections[name] ?? "", name, notes);
  return { import: clean("import"), function: clean("function"), test: clean("test"), call: clean("call") };
}

function refuse(code: CleanSections, python: Python): Refusal | null {
  if (code.function.trim() === "") return { reason: "empty-section", detail: "There is no function." };
  if (code.test.trim() === "" && code.call.trim() === "")
    return { reason: "empty-section", detail: "There is no test." };
  for (const [name, text] of Object.entries(code)) {
    const [error] = python.syntaxErrors(text);
    if (error !== undefined) {
      const detail = `The ${name} section does not parse: line ${error.line}: ${error.message}.`;
      return { reason: "syntax-error", detail };
    }
    if (hasMarkerLine(text)) {
      return {
        reason: "cell-marker",
        detail: `The ${name} section has a line that begins a cell of a task file.`,
      };
    }
  }
  return null;
}

/** The definition that the file is named after, else the last public one. */
function mainDefinition(code: string, name: string, python: Python): PythonDefinition | undefined {
  const defined = python.definitions(code);
  return defined.find((one) => one.name === name) ?? defined.findLast((one) => !one.name.startsWith("_"));
}

interface ProgramParts {
  readonly code: CleanSections;
  readonly main: PythonDefinition;
  readonly tests: ReadTests;
  readonly requirements: readonly string[];
  readonly prompt: PromptFacts | null;
}

function taskOf(program: RawProgram, parts: ProgramParts, toolkitVersion: string): Task {
  const { code, main, tests, requirements, prompt } = parts;
  const { input } = program;
  return assembleTask({
    id: taskIdOf(input.replace(/\.\w+(#\d+)?$/, "$1")),
    documentId: `aicodereval:${input}`,
    source: "aicodereval",
    url: null,
    licence: null,
    domain: prompt?.domain ?? "other",
    instruction: prompt?.instruction ?? firstParagraph(main.docstring) ?? `Write \`${main.name}\`.`,
    requirements: [...requirements],
    requiresPython: ">=3.8",
    imports: code.import,
    functionName: main.name,
    functionCode: code.function,
    testSetup: tests.setup,
    cases: [...tests.cases],
    provenance: { method: "import-aicodereval", toolkitVersion, arguments: { file: input } },
  });
}

/** Notebook lines become blank lines, so that line numbers stay. */
function withoutShell(section: string, name: string, notes: string[]): string {
  return section
    .split("\n")
    .map((line) => {
      if (!isShellLine(line)) return line;
      notes.push(`a shell line in the ${name} section: ${line.trim()}`);
      return "";
    })
    .join("\n");
}

function firstParagraph(docstring: string | null): string | null {
  const text =
    (docstring ?? "")
      .trim()
      .split(/\n\s*\n/)[0]
      ?.replaceAll(/\s+/g, " ")
      .trim() ?? "";
  return text === "" ? null : text;
}
