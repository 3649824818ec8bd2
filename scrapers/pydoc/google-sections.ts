/** Google style: `Args:` at the margin, entries indented below, their further lines indented more. */
import {
  dedent,
  type DocstringParts,
  type DocstringSection,
  type DocumentedName,
} from "./docstring-parts.ts";

const TITLES: Readonly<Record<string, string>> = {
  "Args:": "Args",
  "Arguments:": "Args",
  "Parameters:": "Args",
  "Keyword Args:": "Args",
  "Keyword Arguments:": "Args",
  "Returns:": "Returns",
  "Return:": "Returns",
  "Yields:": "Returns",
  "Raises:": "Raises",
  "Example:": "Example",
  "Examples:": "Example",
  "Note:": "Note",
  "Notes:": "Note",
  "Attributes:": "Attributes",
  "Warning:": "Warning",
  "Shape:": "Shape",
};

export function isGoogleHeading(line: string): boolean {
  return (
    Object.hasOwn(TITLES, line.trimEnd()) && line === line.trimStart() && TITLES[line.trimEnd()] !== "Example"
  );
}

export function googleParts(lines: readonly string[]): DocstringParts {
  const starts = lines.flatMap((line, index) => (Object.hasOwn(TITLES, line.trimEnd()) ? [index] : []));
  const sections: DocstringSection[] = starts.map((start, index) => ({
    title: TITLES[(lines[start] ?? "").trimEnd()] ?? "",
    lines: lines.slice(start + 1, starts[index + 1] ?? lines.length),
  }));
  const body = (title: string): readonly string[] => {
    return sections.filter((one) => one.title === title).flatMap((one) => one.lines);
  };
  const returned = body("Returns");
  return {
    style: "google",
    description: lines.slice(0, starts[0] ?? lines.length).join("\n"),
    parameters: entries(body("Args")),
    returns: returned.length === 0 ? null : dedent(returned),
    raises: entries(body("Raises")).map(({ name, description }) => ({ exception: name, description })),
    sections,
  };
}

/** `name (type): text` with further lines indented more. */
function entries(lines: readonly string[]): DocumentedName[] {
  const margin = lines.find((line) => line.trim() !== "")?.search(/\S/) ?? 0;
  const found: DocumentedName[] = [];
  for (const line of lines) {
    const head =
      line.search(/\S/) === margin ? /^\s*\*{0,2}([\w.]+)\s*(?:\(([^)]*)\))?\s*:\s*(.*)$/.exec(line) : null;
    const last = found.at(-1);
    if (head !== null) found.push({ name: head[1] ?? "", type: head[2] ?? null, description: head[3] ?? "" });
    else if (last !== undefined && line.trim() !== "") {
      found[found.length - 1] = { ...last, description: `${last.description} ${line.trim()}`.trim() };
    }
  }
  return found;
}
