/** NumPy style: a title, underlined with hyphens; entries at the margin, their text indented. */
import {
  dedent,
  type DocstringParts,
  type DocstringSection,
  type DocumentedName,
} from "./docstring-parts.ts";

/** True for the line of hyphens under a title. */
export function isUnderline(line: string, above: string | undefined): boolean {
  return /^-{3,}\s*$/.test(line) && above !== undefined && /^[A-Z][\w ]*$/.test(above.trim());
}

export function numpyParts(lines: readonly string[]): DocstringParts {
  const starts = lines.flatMap((line, index) => (isUnderline(line, lines[index - 1]) ? [index] : []));
  const sections: DocstringSection[] = starts.map((start, index) => ({
    title: (lines[start - 1] ?? "").trim(),
    lines: lines.slice(start + 1, (starts[index + 1] ?? lines.length + 1) - 1),
  }));
  const body = (title: string): readonly string[] => sections.find((one) => one.title === title)?.lines ?? [];
  const returned = [...body("Returns"), ...body("Yields")];
  return {
    style: "numpy",
    description: lines.slice(0, (starts[0] ?? lines.length) - 1).join("\n"),
    parameters: [...entries(body("Parameters")), ...entries(body("Other Parameters"))].flatMap(splitNames),
    returns: returned.length === 0 ? null : dedent(returned),
    raises: entries(body("Raises")).flatMap(({ name, description }) => {
      return name
        .split(/\s*(?:,|\bor\b)\s*/)
        .map((exception) => ({ exception: bareName(exception), description }));
    }),
    sections,
  };
}

/** `name : type` at the margin and the indented text below. */
function entries(lines: readonly string[]): DocumentedName[] {
  const found: { head: string; body: string[] }[] = [];
  for (const line of lines) {
    if (line.trim() === "") found.at(-1)?.body.push("");
    else if (/^\s/.test(line)) found.at(-1)?.body.push(line);
    else found.push({ head: line.trim(), body: [] });
  }
  return found.map(({ head, body }) => {
    const colon = /^([^:]*?)\s*:\s*(.*)$/.exec(head);
    return { name: colon?.[1] ?? head, type: colon?.[2] ?? null, description: dedent(body) };
  });
}

/** `x1, x2 : array_like` documents two parameters. */
function splitNames(entry: DocumentedName): DocumentedName[] {
  return entry.name.split(",").map((name) => ({ ...entry, name: name.trim().replace(/^\*{1,2}/, "") }));
}

function bareName(text: string): string {
  return text.replaceAll(/[`:]|exc(?=`)/g, "").trim();
}
