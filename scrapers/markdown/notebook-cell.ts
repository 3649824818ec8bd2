/** A block copied from a notebook: Python between commands of the shell (`!pip install …`) and magics (`%matplotlib`). */

export interface NotebookCell {
  /** Lines that are no Python, with their `!`, `%` or `$`. */
  readonly commands: string;
  readonly python: string;
  /** Line of the first Python, counted from 0. */
  readonly pythonLine: number;
}

const COMMAND_WORDS = new Set(["pip", "pip3", "git", "apt-get", "apt", "conda", "wget", "curl"]);

/** The two parts; null when the block has no such line. */
export function splitNotebookCell(code: string): NotebookCell | null {
  const lines = code.split("\n");
  const commands: string[] = [];
  const python: string[] = [];
  let firstPython: number | null = null;
  let continued = false;
  lines.forEach((line, index) => {
    if (continued || isCommand(line)) {
      continued = line.trimEnd().endsWith("\\");
      commands.push(line);
    } else {
      if (line.trim() !== "") firstPython ??= index;
      if (firstPython !== null) python.push(line);
    }
  });
  if (commands.length === 0) return null;
  return { commands: commands.join("\n"), python: python.join("\n").trimEnd(), pythonLine: firstPython ?? 0 };
}

function isCommand(line: string): boolean {
  const mark = line.trimStart()[0];
  if (mark === "!" || mark === "%" || mark === "$") return true;
  const [word = "", next = ""] = line.split(/\s+/, 2);
  return COMMAND_WORDS.has(word) && /^[a-z-]/.test(next);
}

export interface PrintedOutput {
  readonly python: string;
  /** What the `>>>` lines and the lines below them show. */
  readonly output: string;
}

/** A script in which `>>>` stands before what was printed, not before what was typed; null when it has none. */
export function splitPrintedOutput(code: string): PrintedOutput | null {
  const lines = code.split("\n");
  const output = lines.filter((line) => line.trimStart().startsWith(">>>"));
  if (output.length === 0) return null;
  const python = lines.filter((line) => !line.trimStart().startsWith(">>>"));
  const shown = output.map((line) => line.trimStart().slice(3).trimStart());
  return { python: python.join("\n").trimEnd(), output: shown.join("\n") };
}
