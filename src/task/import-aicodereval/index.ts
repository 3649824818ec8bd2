/** Files of AICoderEval's layouts, as `docs/task-format.md` lists them: one record a file, in the order of the names. */
import { loadPython, type Python } from "../../python/index.ts";
import { readProgram, type RawProgram } from "./read-program.ts";
import type { ImportFolder, ImportRecord } from "./record.ts";
import { importRow } from "./rows.ts";
import { readLayout, type Sections } from "./sections.ts";

export { importRecordSchema, type ImportFolder, type ImportRecord } from "./record.ts";

const COMPANIONS: Readonly<Record<string, string>> = {
  txt: "requirements",
  prompt: "prompt",
  out: "output of a run",
  err: "errors of a run",
};

/** Reads every file of a folder; a companion gets a line of its own that says what it was joined to. */
export async function* importFolder(
  folder: ImportFolder,
  toolkitVersion: string,
): AsyncGenerator<ImportRecord> {
  const python = await loadPython();
  const names = new Set(folder.names);
  for (const name of folder.names) {
    const extension = name.split(".").at(-1) ?? "";
    const role = COMPANIONS[extension];
    const context: FileContext = { name, names, folder, toolkitVersion, python };
    if (role !== undefined) yield companion(context, role);
    else if (extension === "py") yield await importPython(context);
    else if (extension === "jsonl" || extension === "json") yield* importRows(context, extension);
    else yield rejected(name, "no-layout", `Files ending in "${extension}" are not part of the layouts.`);
  }
}

interface FileContext {
  readonly name: string;
  readonly names: ReadonlySet<string>;
  readonly folder: ImportFolder;
  readonly toolkitVersion: string;
  readonly python: Python;
}

function companion({ name, names }: FileContext, role: string): ImportRecord {
  const program = `${stem(name)}.py`;
  if (!names.has(program)) return rejected(name, "orphan", `There is no ${program} that it could belong to.`);
  return joined(name, role, program);
}

function joined(input: string, role: string, joinedTo: string): ImportRecord {
  const understood = { role, joinedTo };
  return {
    input,
    state: "accepted",
    reason: null,
    detail: `Joined to ${joinedTo}.`,
    task: null,
    understood,
    notUnderstood: [],
  };
}

async function importPython(context: FileContext): Promise<ImportRecord> {
  const { name, folder, names } = context;
  const text = await folder.read(name);
  if (text === null) return rejected(name, "not-text", "The file is not UTF-8 text.");
  const layout = readLayout(text);
  if (layout !== null) {
    const notUnderstood = layout.extraMarkers.map(
      (words) => `a marker line "${words}"; its text stays where it is`,
    );
    const understood = { layout: "sections", markers: [...layout.markers] };
    return finish(context, layout.sections, { understood, notUnderstood });
  }
  const partner = partnerOf(name);
  if (partner.test !== null && names.has(partner.test)) return joined(name, "function file", partner.test);
  if (partner.function === null || !names.has(partner.function)) {
    return rejected(name, "no-layout", "The file has no section marker and no partner file.");
  }
  const code = await folder.read(partner.function);
  const sections = { function: code ?? "", test: text };
  return finish(context, sections, {
    understood: { layout: "two files", functionFile: partner.function },
    notUnderstood: [],
  });
}

async function finish(
  context: FileContext,
  sections: Sections,
  seen: Pick<RawProgram, "understood" | "notUnderstood">,
): Promise<ImportRecord> {
  const { name, folder, names, toolkitVersion, python } = context;
  const read = (extension: string): Promise<string | null> => {
    const other = `${stem(name)}.${extension}`;
    return names.has(other) ? folder.read(other) : Promise.resolve(null);
  };
  const program: RawProgram = {
    input: name,
    name: functionOf(name),
    sections,
    requirementsFile: await read("txt"),
    prompt: await read("prompt"),
    ...seen,
  };
  return readProgram(program, toolkitVersion, python);
}

async function* importRows(context: FileContext, extension: string): AsyncGenerator<ImportRecord> {
  const { name, folder, toolkitVersion, python } = context;
  const text = (await folder.read(name)) ?? "";
  const rows = extension === "json" ? [text] : text.split("\n");
  for (const [index, row] of rows.entries()) {
    const input = extension === "json" ? name : `${name}#${index + 1}`;
    if (row.trim() === "" && extension === "jsonl") continue;
    const program = importRow(input, row);
    yield "state" in program ? program : readProgram(program, toolkitVersion, python);
  }
}

/** The two-file form: `f00001_name.py` and, as `f00001_test_name.py` or `f00001_name_test.py`, its test. */
function partnerOf(name: string): { test: string | null; function: string | null } {
  const folder = name.slice(0, name.lastIndexOf("/") + 1);
  const file = name.slice(folder.length);
  const test = /^(f\d+_)test_(.+\.py)$/.exec(file) ?? /^(f\d+_)(.+)_test(\.py)$/.exec(file);
  if (test !== null) return { test: null, function: `${folder}${test.slice(1).join("")}` };
  const code = /^(f\d+_)(.+)\.py$/.exec(file);
  return { test: code === null ? null : `${folder}${code[1] ?? ""}test_${code[2] ?? ""}.py`, function: null };
}

function functionOf(name: string): string {
  return (stem(name).split("/").at(-1) ?? "").replace(/^f\d+_/, "").replace(/^test_/, "");
}

function stem(name: string): string {
  return name.replace(/\.\w+$/, "");
}

function rejected(input: string, reason: string, detail: string): ImportRecord {
  return { input, state: "rejected", reason, detail, task: null, understood: {}, notUnderstood: [] };
}
