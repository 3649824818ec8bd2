/**
 * From a model's reply to the Python in it. Fences are read as CommonMark reads them; a reply without fences is cut
 * where its own syntax tree says that code begins and ends. One pass over the text each: time grows with its length.
 */
import MarkdownIt from "markdown-it";
import type { Python } from "../python/index.ts";

export interface ReplyCode {
  readonly code: string;
  /** How it was found. */
  readonly from: "fence" | "single-backtick" | "bare" | "cut-from-prose";
  /** False when the fence was still open at the end: the reply was cut off. */
  readonly closed: boolean;
}

const PYTHON_INFO = new Set(["python", "py", "python3", "py3", "ipython", "ipython3"]);

const markdown = new MarkdownIt("commonmark");

/**
 * The program in `reply`, or null when there is none. Of several fences the longest Python one counts (an example of
 * use is shorter than the program); a fence of another language never does.
 */
export function codeOfReply(reply: string, python: Python): ReplyCode | null {
  const text = reply.replaceAll(/\r\n?/g, "\n").replace(/^\uFEFF/, "");
  const fenced = longestFence(text);
  if (fenced !== null) return fenced;
  const quoted = singleBacktickBlock(text);
  if (quoted !== null) return quoted;
  return bareCode(text, python);
}

function longestFence(text: string): ReplyCode | null {
  const lines = text.split("\n");
  let best: ReplyCode | null = null;
  let bestTagged = false;
  for (const token of markdown.parse(text, {})) {
    if (token.type !== "fence" || token.map === null) continue;
    const language =
      token.info
        .trim()
        .split(/[\s{,:]/, 1)[0]
        ?.toLowerCase() ?? "";
    const tagged = PYTHON_INFO.has(language);
    if (!tagged && language !== "") continue;
    const closed = isClosed(lines, token.map, token.markup);
    const longer = best === null || token.content.length > best.code.length;
    if ((tagged && !bestTagged) || (tagged === bestTagged && longer)) {
      best = { code: trimBlankLines(token.content), from: "fence", closed };
      bestTagged = tagged;
    }
  }
  return best;
}

/** The closing line is the last one of the block's range; without it the range ends with the text. */
function isClosed(
  lines: readonly string[],
  [start, end]: readonly [number, number],
  markup: string,
): boolean {
  const last = (lines[end - 1] ?? "").replace(/^(\s|>)*/, "").trimEnd();
  const mark = markup[0] ?? "`";
  return end - 1 > start && last.length >= markup.length && last === mark.repeat(last.length);
}

/** A line that is one backtick and a language opens a block too, as some models write it. */
function singleBacktickBlock(text: string): ReplyCode | null {
  const lines = text.split("\n");
  const open = lines.findIndex(
    (line) => line.startsWith("`") && PYTHON_INFO.has(line.slice(1).trim().toLowerCase()),
  );
  if (open === -1) return null;
  const rest = lines.slice(open + 1);
  const close = rest.findIndex((line) => /^`{1,3}\s*$/.test(line));
  const code = trimBlankLines((close === -1 ? rest : rest.slice(0, close)).join("\n"));
  return code === "" ? null : { code, from: "single-backtick", closed: close !== -1 };
}

const STATEMENTS = new Set([
  "import_statement",
  "import_from_statement",
  "future_import_statement",
  "function_definition",
  "class_definition",
  "decorated_definition",
]);

/** Code without any fence: the whole reply when it is a program, else from its first definition or import on. */
function bareCode(text: string, python: Python): ReplyCode | null {
  const found = python.withRoot(text, (root) => {
    const children = root.namedChildren;
    const first = children.findIndex((child) => STATEMENTS.has(child.type) && !child.hasError);
    if (first === -1) return null;
    let last = first;
    for (const [index, child] of children.entries()) {
      if (index > first && !child.hasError && STATEMENTS.has(child.type)) last = index;
    }
    while (isPlainStatement(children[last + 1])) last++;
    const start = children[first]?.startPosition.row ?? 0;
    return { start, end: (children[last]?.endPosition.row ?? start) + 1, whole: !root.hasError };
  });
  if (found === null) return null;
  if (found.whole && python.parses(text)) return { code: trimBlankLines(text), from: "bare", closed: true };
  const code = text.split("\n").slice(found.start, found.end).join("\n");
  return { code: trimBlankLines(code), from: "cut-from-prose", closed: true };
}

/** A statement after the last definition belongs to the program unless it reads like a sentence. */
function isPlainStatement(
  node: { type: string; hasError: boolean; firstNamedChild: { type: string } | null } | undefined,
): boolean {
  if (node === undefined || node.hasError) return false;
  if (node.type !== "expression_statement") return node.type.endsWith("_statement");
  return node.firstNamedChild?.type === "call" || node.firstNamedChild?.type === "assignment";
}

function trimBlankLines(code: string): string {
  return code.replace(/^(?:[ \t]*\n)+/, "").trimEnd();
}
