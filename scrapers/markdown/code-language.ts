/** What a code block is: language and kind, from its info string and, where that is silent, from its text. */
import table from "../../data/code-languages.json" with { type: "json" };
import type { CodeBlock } from "../../src/contracts/document.ts";
import type { Python } from "../../src/python/index.ts";
import { splitNotebookCell, splitPrintedOutput } from "./notebook-cell.ts";

const aliases = new Map(Object.entries(table.aliases));
const shellLanguages = new Set(table.shellLanguages);
const shellCommands = new Set(table.shellCommands);
const outputInfo = new Set(table.outputInfo);

export interface RawBlock {
  readonly info: string;
  readonly code: string;
  /** From 1; null when the page has no lines. */
  readonly line: number | null;
  readonly heading: string | null;
}

/**
 * The block with language, kind, doctest steps and whether its Python parses. A notebook's cell becomes two
 * blocks, its commands and its Python, when that makes the Python valid; so does a script that shows its output.
 */
export function codeBlocksOf(written: RawBlock, python: Python): CodeBlock[] {
  const block = codeBlockOf(written, python);
  const broken = block.language === "python" ? block.parses === false : block.info === "";
  if (!broken || block.code.length > MAX_GUESS_CHARS) return [block];
  return cellBlocks(block, python) ?? printedBlocks(block, python) ?? [block];
}

function cellBlocks(block: CodeBlock, python: Python): CodeBlock[] | null {
  const cell = splitNotebookCell(block.code);
  if (cell === null) return null;
  const commands: CodeBlock = { ...block, ...SHELL, code: cell.commands };
  if (cell.python === "") return [commands];
  const line = block.line === null ? null : block.line + cell.pythonLine;
  const rest = codeBlocksOf({ ...rawOf(block), code: cell.python, line }, python);
  return rest.some((one) => one.parses === true) ? [commands, ...rest] : null;
}

function printedBlocks(block: CodeBlock, python: Python): CodeBlock[] | null {
  const split = codeBeforePrompt(block.code) ? splitPrintedOutput(block.code) : null;
  if (split === null) return null;
  const script = codeBlockOf({ ...rawOf(block), code: split.python }, python);
  return script.parses === true ? [script, { ...block, ...OUTPUT, code: split.output }] : null;
}

const SHELL = { language: "bash", kind: "shell", steps: null, parses: null } as const;
const OUTPUT = { language: "text", kind: "output", steps: null, parses: null } as const;

function rawOf({ info, code, line, heading }: CodeBlock): RawBlock {
  return { info, code, line, heading };
}

const MAX_GUESS_CHARS = 100_000;

function codeBlockOf(written: RawBlock, python: Python): CodeBlock {
  const raw = { ...written, code: dedent(written.code) };
  const word = infoWord(raw.info);
  const named = aliases.get(word) ?? (word === "" ? null : word);
  if (named === "python" || named === null) {
    const block = pythonBlock(raw, named, python);
    if (block !== null) return block;
  }
  const language = named ?? (looksLikeShell(raw.code) ? "bash" : null);
  const shell = language !== null && shellLanguages.has(language);
  const kind = shell ? "shell" : outputInfo.has(word) ? "output" : "other";
  return { ...raw, language, kind, steps: null, parses: null };
}

/** A block whose every line is indented stood inside something that was: the common white space is no code. */
function dedent(code: string): string {
  if (!/^\n*[ \t]/.test(code)) return code;
  const lines = code.split("\n");
  const indents = lines.filter((line) => line.trim() !== "").map((line) => /^[ \t]*/.exec(line)?.[0] ?? "");
  const [first = ""] = indents;
  const common = indents.every((indent) => indent.startsWith(first)) ? first.length : 0;
  return common === 0 ? code : lines.map((line) => line.slice(common)).join("\n");
}

/** Null when nothing says that the block is Python. */
function pythonBlock(raw: RawBlock, named: string | null, python: Python): CodeBlock | null {
  if (python.isDoctest(raw.code) && !codeBeforePrompt(raw.code)) {
    const steps = python.parseDoctest(raw.code);
    if (steps.length > 0) {
      const parses = python.parses(steps.map((step) => step.source).join("\n"));
      return { ...raw, language: "python", kind: "doctest", steps, parses };
    }
  }
  if (named === "python") {
    if (onlyComments(raw.code))
      return { ...raw, language: "python", kind: "other", steps: null, parses: null };
    return { ...raw, language: "python", kind: "script", steps: null, parses: python.parses(raw.code) };
  }
  if (!hasPythonEvidence(raw.code) || !python.parses(raw.code)) return null;
  return { ...raw, language: "python", kind: "script", steps: null, parses: true };
}

/** Some pages write `>>>` before what a script prints: such a block is no session. */
function codeBeforePrompt(code: string): boolean {
  const lines = code.split("\n").map((line) => line.trim());
  const first = lines.find((line) => line !== "" && !line.startsWith("#")) ?? "";
  return !first.startsWith(">>>") && !/^In \[\d*\]:/.test(first);
}

function onlyComments(code: string): boolean {
  return code.split("\n").every((line) => line.trim() === "" || line.trimStart().startsWith("#"));
}

/** The first word of an info string without the decorations of Pandoc, R Markdown and Docusaurus. */
export function infoWord(info: string): string {
  const word = info.trim().split(/[\s,:;=]/, 1)[0] ?? "";
  return word.toLowerCase().replaceAll(/[{}[\]().`"']/g, "");
}

const EVIDENCE = ["import ", "def ", "class ", "print(", " = ", "="] as const;

/** A cheap look before the parser is asked: prose and data parse as Python too seldom to matter, names do not. */
function hasPythonEvidence(code: string): boolean {
  if (code.length > MAX_GUESS_CHARS) return false;
  const calls = code.includes("(") && code.includes(")");
  return code.includes("import ") || (calls && EVIDENCE.some((mark) => code.includes(mark)));
}

function looksLikeShell(code: string): boolean {
  const first =
    code
      .split("\n", 20)
      .map((line) => line.trim())
      .find((line) => line !== "" && !line.startsWith("#")) ?? "";
  if (first.startsWith("$ ")) return true;
  return shellCommands.has(first.split(/\s/, 1)[0] ?? "");
}
