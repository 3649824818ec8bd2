/**
 * From a model's reply to the Python in it. Fences are read as CommonMark reads them; in a reply without fences the
 * lines say by themselves whether they are code. One pass over the text each: time grows with its length. Whether the
 * code parses is not asked here; the static gate does.
 */
import MarkdownIt from "markdown-it";

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
export function codeOfReply(reply: string): ReplyCode | null {
  const text = reply.replaceAll(/\r\n?/g, "\n").replace(/^\uFEFF/, "");
  const fenced = longestFence(text);
  if (fenced !== null) return fenced;
  const quoted = singleBacktickBlock(text);
  if (quoted !== null) return quoted;
  return bareCode(text);
}

function longestFence(text: string): ReplyCode | null {
  if (!text.includes("```") && !text.includes("~~~")) return null;
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
    const code = trimBlankLines(token.content);
    const longer = best === null || code.length > best.code.length;
    if ((tagged && !bestTagged) || (tagged === bestTagged && longer)) {
      best = { code, from: "fence", closed };
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

const DEFINITION = /^(?:async\s+def|def)\s+\w+\s*[([]|^class\s+\w+\s*[([:]|^@[A-Za-z_]/;
const IMPORT = /^import\s+[\w.]+(?:\s+as\s+\w+)?(?:\s*,\s*[\w.]+)*\s*(?:#.*)?$|^from\s+[\w.]+\s+import\b/;
/** Headers of blocks end in a colon; a sentence that begins with the same word hardly does. */
const BLOCK = /^(?:if|elif|else|for|while|with|try|except|finally|match|async)\b.*:\s*(?:#.*)?$/;
const STATEMENT =
  /^(?:assert|raise|return|del|pass|global)\b|^[A-Za-z_][\w.]*(?:\[[^\]]*\])?\s*(?::[^=]*)?(?:[-+*/%&|^@]|\/\/|\*\*|<<|>>)?=[^=]|^[A-Za-z_][\w.]*\(/;
const CONTINUATION = /^(?:#|"""|'''|[rRbBfF]{1,2}["']|["'([{)\]}])/;

interface Segment {
  readonly start: number;
  readonly end: number;
  readonly defines: boolean;
  readonly imports: boolean;
}

/** Code without any fence: the whole reply when every line of it is code, else its longest run of lines that are. */
function bareCode(text: string): ReplyCode | null {
  const lines = text.split("\n");
  const segments = codeSegments(lines).filter(({ defines, imports }) => defines || imports);
  const length = ({ start, end, defines }: Segment): number => end - start + (defines ? lines.length : 0);
  const [best] = segments.sort((a, b) => length(b) - length(a));
  if (best === undefined) return null;
  const code = trimBlankLines(lines.slice(best.start, best.end).join("\n"));
  return { code, from: code === text.trim() ? "bare" : "cut-from-prose", closed: true };
}

/** Runs of lines without prose between them; what stands in a long string is not looked at. */
function codeSegments(lines: readonly string[]): Segment[] {
  const segments: Segment[] = [];
  let start: number | null = null;
  let [defines, imports] = [false, false];
  let quote: string | null = null;
  const close = (end: number): void => {
    if (start !== null) segments.push({ start, end, defines, imports });
    [start, defines, imports] = [null, false, false];
  };
  for (const [index, line] of lines.entries()) {
    const inString = quote !== null;
    quote = quoteAfter(line, quote);
    if (inString || /^\s|^$/.test(line)) continue;
    if (!DEFINITION.test(line) && !IMPORT.test(line) && !isOtherCode(line)) {
      close(index);
      quote = null; // an apostrophe of a sentence opens nothing
      continue;
    }
    start ??= index;
    defines ||= DEFINITION.test(line);
    imports ||= IMPORT.test(line);
  }
  close(lines.length);
  return segments;
}

function isOtherCode(line: string): boolean {
  return BLOCK.test(line) || STATEMENT.test(line) || CONTINUATION.test(line);
}

/** The triple quote that is open after `line`, or null. */
function quoteAfter(line: string, open: string | null): string | null {
  let quote = open;
  if (!line.includes('"""') && !line.includes("'''")) return open;
  for (const [found] of line.matchAll(/"""|'''/g)) {
    if (quote === null) quote = found;
    else if (quote === found) quote = null;
  }
  return quote;
}

function trimBlankLines(code: string): string {
  return code.replace(/^(?:[ \t]*\n)+/, "").trimEnd();
}
