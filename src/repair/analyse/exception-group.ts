/** Exception groups are printed as a tree behind bars; here it becomes one traceback for each exception in it. */

const BAR = /^\s*[|+] ?(.*)$/;
const HEADER = /^ {2}\+ Exception Group Traceback \(most recent call last\):\s*$/;
const SEPARATOR = /^[\s|+-]*-{4,} (?:\d+|\.\.\.) -{4,}$/;
const END = /^[\s|]*\+-{8,}$/;

export interface PrintedGroup {
  /** Lines of the group itself. */
  readonly head: readonly string[];
  /** Lines of every exception in it; a nested group is left out, its members stand for it. */
  readonly members: readonly (readonly string[])[];
}

/** The groups of a text in printed order, and the lines before the first; null when there is none. */
export function printedGroups(
  lines: readonly string[],
): { readonly before: readonly string[]; readonly groups: readonly PrintedGroup[] } | null {
  const starts = lines.flatMap((line, index) => (HEADER.test(line) ? [index] : []));
  const [first] = starts;
  if (first === undefined) return null;
  const groups = starts.map((start, index) =>
    readGroup(lines.slice(start, starts[index + 1] ?? lines.length)),
  );
  return { before: lines.slice(0, first), groups };
}

function readGroup(lines: readonly string[]): PrintedGroup {
  const parts: string[][] = [[]];
  for (const line of lines) {
    if (SEPARATOR.test(line)) parts.push([]);
    else if (!END.test(line)) parts.at(-1)?.push(withoutBars(line));
  }
  const [head = [], ...members] = parts;
  return { head, members: members.filter((member) => !isGroup(member)) };
}

function withoutBars(line: string): string {
  const inner = BAR.exec(line)?.[1];
  return inner === undefined ? line : inner.replace(/^(?:Exception Group )(?=Traceback)/, "");
}

function isGroup(lines: readonly string[]): boolean {
  return lines.some((line) => /^\s*(?:Base)?ExceptionGroup: /.test(line));
}
