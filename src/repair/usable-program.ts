/**
 * From a model's answer to a program: out of its fence, without tests of the model's own, and with what the old
 * program brought and the new one still uses. Tests never come from a model here: they are the caller's.
 */
import type { RepairRequest } from "../contracts/repair.ts";
import { codeOfReply } from "../model/reply-code.ts";
import type { Python } from "../python/index.ts";

/** Lines that would begin a cell of a task file. */
const CELL_MARKER = /^# %% (?:install|import|function|test|run)[ \t]*$/gm;

/** Null when the text holds no program that defines the function. */
export function usableProgram(
  text: string,
  old: string,
  { functionName }: Pick<RepairRequest, "functionName">,
  python: Python,
): string | null {
  const plain = text.replaceAll(/\r\n?/g, "\n").replaceAll("\0", "").replaceAll(CELL_MARKER, "");
  const fenced = /^\s*(?:`|~~~)/m.test(plain) ? (codeOfReply(plain)?.code ?? plain) : plain;
  const code = trimmed(fenced);
  if (code === "" || !mentionsDefinition(code, functionName)) return null;
  if (!python.parses(code)) return code; // running it tells where it breaks
  return withWhatIsUsed(withoutTests(code, old, python), old, python);
}

function mentionsDefinition(code: string, name: string): boolean {
  const last = name.split(".").at(-1)?.replaceAll(/\W/g, "\\$&") ?? name;
  return new RegExp(`\\b(?:def|class)\\s+${last}\\b|^${last}\\s*=`, "m").test(code);
}

/** Functions and classes at the top level that look like tests, unless the old program has them too. */
function withoutTests(code: string, old: string, python: Python): string {
  const known = new Set(python.definitions(old).map(({ name }) => name));
  const tests = python
    .definitions(code)
    .filter(({ name }) => /^(?:test_|Test[A-Z])/.test(name) && !known.has(name));
  if (tests.length === 0) return code;
  const lines = code.split("\n");
  const kept = lines.filter(
    (_, index) => !tests.some(({ firstLine, lastLine }) => index + 1 >= firstLine && index + 1 <= lastLine),
  );
  return trimmed(kept.join("\n").replaceAll(/\n{4,}/g, "\n\n\n"));
}

/** Models like to give the function alone: imports and helpers that it still uses are put before it. */
function withWhatIsUsed(code: string, old: string, python: Python): string {
  if (!python.parses(old)) return code;
  const missing = new Set(python.undefinedNames(code).map(({ name }) => name));
  if (missing.size === 0) return code;
  const brought = python.withRoot(old, (root) =>
    root.namedChildren
      .filter((node) => boundNames(node.text, node.type).some((name) => missing.has(name)))
      .map(({ text }) => text),
  );
  return brought.length === 0 ? code : `${brought.join("\n")}\n\n\n${code}`;
}

/** Names that a statement at the top level gives something to. */
function boundNames(text: string, type: string): string[] {
  if (type === "import_statement" || type === "import_from_statement") {
    const list = text.replace(/^from\s+\S+\s+import\s+|^import\s+/, "").replaceAll(/[()\\]/g, " ");
    return list.split(",").map(
      (part) =>
        part
          .trim()
          .split(/\s+as\s+/)
          .at(-1)
          ?.split(".")[0] ?? "",
    );
  }
  const name = /^(?:@[^\n]*\n)*\s*(?:async\s+def|def|class)\s+(\w+)|^(\w+)\s*(?::[^=]*)?=/.exec(text);
  return [name?.[1] ?? name?.[2] ?? ""];
}

function trimmed(code: string): string {
  return code.replace(/^(?:[ \t]*\n)+/, "").trimEnd();
}
