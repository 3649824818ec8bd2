/** Exception groups are printed as a tree behind bars; here it becomes one traceback for each exception in it. */

const BAR = /^\s*[|+] ?(.*)$/;
const SEPARATOR = /^\s*(?:\+-|\| +\+-|\+)?[-+|\s]*-{4,} (?:\d+|\.\.\.) -{4,}$/;
const END = /^\s*\+-{8,}$/;

/**
 * Lines of each exception, the group itself first, members of nested groups in order (a nested group is left out:
 * its members stand for it). Null when the text has no group.
 */
export function groupMembers(lines: readonly string[]): string[][] | null {
  if (!lines.some((line) => line.includes("Exception Group Traceback (most recent call last):"))) return null;
  const parts: { lines: string[]; isGroup: boolean }[] = [{ lines: [], isGroup: true }];
  for (const line of lines) {
    const current = parts.at(-1);
    if (SEPARATOR.test(line)) parts.push({ lines: [], isGroup: false });
    else if (current !== undefined && !END.test(line)) {
      if (line.includes("Exception Group Traceback") && parts.length > 1) current.isGroup = true;
      current.lines.push(BAR.exec(line)?.[1] ?? line);
    }
  }
  return parts
    .filter(({ isGroup, lines: own }, index) => index === 0 || !isGroup || !isNestedGroup(own))
    .map(({ lines: own }) => own);
}

function isNestedGroup(lines: readonly string[]): boolean {
  return lines.some((line) => /^\s*(?:Base)?ExceptionGroup: /.test(line));
}
