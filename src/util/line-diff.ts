/** Two texts line by line: what went, what came, what stayed. */

export interface DiffLine {
  readonly mark: " " | "-" | "+";
  readonly text: string;
}

/** The shortest edit by lines; time grows with the product of both lengths, so this is for short texts. */
export function lineDiff(before: string, after: string): DiffLine[] {
  const a = before.split("\n");
  const b = after.split("\n");
  const common = commonLengths(a, b);
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    const [left, right] = [a[i], b[j]];
    if (left !== undefined && left === right) {
      lines.push({ mark: " ", text: left });
      i++;
      j++;
    } else if (right === undefined || (left !== undefined && at(common, i + 1, j) >= at(common, i, j + 1))) {
      lines.push({ mark: "-", text: left ?? "" });
      i++;
    } else {
      lines.push({ mark: "+", text: right });
      j++;
    }
  }
  return lines;
}

/** Length of the longest common part of `a` from `i` on and `b` from `j` on. */
function commonLengths(a: readonly string[], b: readonly string[]): number[][] {
  const table = Array.from({ length: a.length + 1 }, () => Array.from({ length: b.length + 1 }, () => 0));
  for (let i = a.length - 1; i >= 0; i--) {
    const row = table[i];
    if (row === undefined) continue;
    for (let j = b.length - 1; j >= 0; j--) {
      row[j] =
        a[i] === b[j] ? at(table, i + 1, j + 1) + 1 : Math.max(at(table, i + 1, j), at(table, i, j + 1));
    }
  }
  return table;
}

function at(table: readonly (readonly number[])[], i: number, j: number): number {
  return table[i]?.[j] ?? 0;
}
