/** Two texts as `diff -u` shows them. */
import { type DiffLine, lineDiff } from "./line-diff.ts";

const CONTEXT_LINES = 3;

/** Empty for equal texts. Ends with a line break, so that `patch` takes it. */
export function unifiedDiff(before: string, after: string, path: string): string {
  if (before === after) return "";
  const numbered = numberLines(diffByEnds(before, after));
  const hunks = splitHunks(numbered).map(renderHunk);
  return `--- a/${path}\n+++ b/${path}\n${hunks.join("")}`;
}

/** Equal lines at both ends are taken off first: the rest is short where a program was mended. */
function diffByEnds(before: string, after: string): DiffLine[] {
  const [a, b] = [before.replace(/\n$/, "").split("\n"), after.replace(/\n$/, "").split("\n")];
  let head = 0;
  while (head < Math.min(a.length, b.length) && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < Math.min(a.length, b.length) - head && a.at(-1 - tail) === b.at(-1 - tail)) tail++;
  const same = (lines: readonly string[]): DiffLine[] => lines.map((text) => ({ mark: " ", text }));
  const middle = [a.slice(head, a.length - tail), b.slice(head, b.length - tail)];
  return [
    ...same(a.slice(0, head)),
    ...middleDiff(middle[0] ?? [], middle[1] ?? []),
    ...same(a.slice(a.length - tail)),
  ];
}

function middleDiff(a: readonly string[], b: readonly string[]): DiffLine[] {
  if (a.length === 0) return b.map((text) => ({ mark: "+", text }));
  if (b.length === 0) return a.map((text) => ({ mark: "-", text }));
  return lineDiff(a.join("\n"), b.join("\n"));
}

interface NumberedLine extends DiffLine {
  readonly before: number;
  readonly after: number;
}

function numberLines(lines: readonly DiffLine[]): NumberedLine[] {
  let [before, after] = [1, 1];
  return lines.map((line) => {
    const numbered = { ...line, before, after };
    if (line.mark !== "+") before++;
    if (line.mark !== "-") after++;
    return numbered;
  });
}

/** Changes with their context; changes that stand close are one hunk. */
function splitHunks(lines: readonly NumberedLine[]): NumberedLine[][] {
  const changed = lines.flatMap(({ mark }, index) => (mark === " " ? [] : [index]));
  const hunks: { from: number; to: number }[] = [];
  for (const index of changed) {
    const [from, to] = [
      Math.max(0, index - CONTEXT_LINES),
      Math.min(lines.length, index + CONTEXT_LINES + 1),
    ];
    const last = hunks.at(-1);
    if (last !== undefined && from <= last.to) last.to = to;
    else hunks.push({ from, to });
  }
  return hunks.map(({ from, to }) => lines.slice(from, to));
}

function renderHunk(lines: readonly NumberedLine[]): string {
  const [first] = lines;
  const count = (mark: string): number => lines.filter((line) => line.mark !== mark).length;
  const place = (start: number, length: number): string => `${length === 0 ? start - 1 : start},${length}`;
  const head = `@@ -${place(first?.before ?? 1, count("+"))} +${place(first?.after ?? 1, count("-"))} @@\n`;
  return head + lines.map(({ mark, text }) => `${mark}${text}\n`).join("");
}
