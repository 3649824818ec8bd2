/** The cells of a task file: where they start, and how text goes into and comes out of them. */
import { ToolkitError } from "../errors.ts";

export const cellNames = ["install", "import", "function", "test", "run"] as const;
export type CellName = (typeof cellNames)[number];

/** The line that begins a cell. */
export function cellMarker(name: CellName): string {
  return `# %% ${name}`;
}

const MARKERS = new Set<string>(cellNames.map(cellMarker));

/** Text as a cell keeps it: LF line ends, no blank lines at either end. */
export function cellText(code: string): string {
  const lines = code.replaceAll(/\r\n?/g, "\n").split("\n");
  const first = lines.findIndex((line) => line.trim() !== "");
  if (first < 0) return "";
  const last = lines.findLastIndex((line) => line.trim() !== "");
  return lines
    .slice(first, last + 1)
    .join("\n")
    .trimEnd();
}

/** True when a line of the code would be taken for the beginning of a cell. */
export function hasMarkerLine(code: string): boolean {
  return code.includes("# %%") && code.split("\n").some((line) => MARKERS.has(line));
}

export interface Cells {
  /** Everything before the first cell. */
  readonly head: string;
  readonly texts: Readonly<Record<CellName, string>>;
}

/**
 * The cells of a file.
 * @throws ToolkitError `input-invalid` when a cell is missing or out of order.
 */
export function splitCells(text: string): Cells {
  const lines = text.replaceAll(/\r\n?/g, "\n").split("\n");
  const starts = cellNames.map((name) => lines.indexOf(cellMarker(name)));
  const broken = cellNames.find((_, index) => (starts[index] ?? -1) <= (starts[index - 1] ?? -1));
  if (broken !== undefined) {
    throw new ToolkitError(
      "input-invalid",
      `The task file has no cell "${cellMarker(broken)}" in its place.`,
      {
        hint: `A task file has the cells ${cellNames.join(", ")} in this order; docs/task-format.md describes it.`,
      },
    );
  }
  const texts = cellNames.map((name, index) => {
    const from = (starts[index] ?? 0) + 1;
    return [name, cellText(lines.slice(from, starts[index + 1] ?? lines.length).join("\n"))] as const;
  });
  const head = lines.slice(0, starts[0] ?? 0).join("\n");
  return { head, texts: Object.fromEntries(texts) as Record<CellName, string> };
}
