/** Indents code by four columns, the insides of strings over several lines left as they are. */
import type { Python } from "../../python/index.ts";

export function indented(code: string, python: Python): string {
  const kept = python.withRoot(code, (root) => {
    const rows = new Set<number>();
    for (const { startPosition, endPosition } of root.descendantsOfType("string")) {
      for (let row = startPosition.row + 1; row <= endPosition.row; row += 1) rows.add(row);
    }
    return rows;
  });
  const lines = code.split("\n");
  return lines.map((line, row) => (line === "" || kept.has(row) ? line : `    ${line}`)).join("\n");
}
