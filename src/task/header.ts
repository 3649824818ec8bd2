/**
 * The head of a task file: the PEP 723 block, a `codergen` block of JSON with what only the toolkit needs, and the
 * instruction as a Markdown cell. All of it is comments.
 */
import { z } from "zod";
import { taskCaseSchema, taskSchema, type Task } from "../contracts/task.ts";
import { ToolkitError } from "../errors.ts";

const metadataSchema = taskSchema
  .pick({
    id: true,
    documentId: true,
    source: true,
    url: true,
    licence: true,
    domain: true,
    functionName: true,
    provenance: true,
  })
  .extend({ cases: z.array(taskCaseSchema.omit({ code: true })) });

export type Metadata = z.infer<typeof metadataSchema>;

export interface Head {
  readonly requiresPython: string;
  readonly requirements: string[];
  readonly metadata: Metadata;
  readonly instruction: string;
}

const INSTRUCTION_MARKER = "# %% [markdown]";

/** The head's lines. */
export function renderHead(task: Task): string[] {
  return [
    ...block("script", [
      `requires-python = ${JSON.stringify(task.requiresPython)}`,
      `dependencies = [${task.requirements.map((name) => JSON.stringify(name)).join(", ")}]`,
    ]),
    ...block("codergen", metadataLines(metadataOf(task))),
    INSTRUCTION_MARKER,
    ...task.instruction.split("\n").map(commented),
    "",
  ];
}

/**
 * Reads the head back.
 * @throws ToolkitError `input-invalid` when a block is missing or wrong.
 */
export function parseHead(head: string): Head {
  const lines = head.split("\n");
  const script = blockContent(lines, "script");
  const metadata = metadataSchema.safeParse(json(blockContent(lines, "codergen").join("\n"), "codergen"));
  if (!metadata.success) throw invalid(`The "codergen" block is wrong: ${z.prettifyError(metadata.error)}`);
  const marker = lines.indexOf(INSTRUCTION_MARKER);
  if (marker < 0) throw invalid(`The task file has no "${INSTRUCTION_MARKER}" cell with the instruction.`);
  const requirements = json(tomlValue(script, "dependencies"), "dependencies");
  const requiresPython = json(tomlValue(script, "requires-python"), "requires-python");
  return {
    requirements: parsed(z.array(z.string()), requirements, "dependencies"),
    requiresPython: parsed(z.string(), requiresPython, "requires-python"),
    metadata: metadata.data,
    instruction: instructionLines(lines.slice(marker + 1)).join("\n"),
  };
}

function metadataOf(task: Task): Metadata {
  const { id, documentId, source, url, licence, domain, functionName, provenance } = task;
  const cases = task.cases.map(({ kind, name, origin }) => ({ kind, name, origin }));
  return { id, documentId, source, url, licence, domain, functionName, cases, provenance };
}

/** One field a line, so that a person can read it and a diff shows what changed. */
function metadataLines(metadata: Metadata): string[] {
  const entries = Object.entries(metadata);
  const fields = entries.map(([key, value], index) => {
    return `  ${JSON.stringify(key)}: ${JSON.stringify(value)}${index < entries.length - 1 ? "," : ""}`;
  });
  return ["{", ...fields, "}"];
}

function block(type: string, content: string[]): string[] {
  return [`# /// ${type}`, ...content.map(commented), "# ///", ""];
}

function blockContent(lines: readonly string[], type: string): string[] {
  const start = lines.indexOf(`# /// ${type}`);
  const end = lines.indexOf("# ///", start);
  if (start < 0 || end < 0) throw invalid(`The task file has no "# /// ${type}" block.`);
  return lines.slice(start + 1, end).map(uncommented);
}

function instructionLines(lines: readonly string[]): string[] {
  const end = lines.findIndex((line) => !line.startsWith("#"));
  return lines.slice(0, end < 0 ? lines.length : end).map(uncommented);
}

function commented(line: string): string {
  return line === "" ? "#" : `# ${line}`;
}

function uncommented(line: string): string {
  return line.startsWith("# ") ? line.slice(2) : line.slice(1);
}

/** The right side of `key = …`; a list may go over several lines, as people and `uv add --script` write it. */
function tomlValue(lines: readonly string[], key: string): string {
  const start = lines.findIndex((line) => line.split("=", 1)[0]?.trim() === key);
  if (start < 0) throw invalid(`The "script" block has no "${key}".`);
  const first = (lines[start] ?? "").slice((lines[start] ?? "").indexOf("=") + 1).trim();
  if (!first.startsWith("[") || first.endsWith("]")) return first;
  const end = lines.findIndex((line, index) => index > start && line.trim().endsWith("]"));
  return [first, ...lines.slice(start + 1, end + 1)].join(" ").replace(/,\s*\]$/, "]");
}

function json(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ToolkitError("input-invalid", `The value of "${what}" in the task file cannot be read.`, {
      cause,
    });
  }
}

function parsed<Value>(schema: z.ZodType<Value>, value: unknown, what: string): Value {
  const result = schema.safeParse(value);
  if (!result.success) throw invalid(`"${what}" is wrong: ${z.prettifyError(result.error)}`);
  return result.data;
}

function invalid(message: string): ToolkitError {
  return new ToolkitError("input-invalid", message, { hint: "docs/task-format.md describes the task file." });
}
