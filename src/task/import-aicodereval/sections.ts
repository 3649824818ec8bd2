/** The sections of a file: comment lines of a name and twenty hyphens. */

export type SectionName = "requirements" | "import" | "function" | "test" | "call";
export type Sections = Readonly<Partial<Record<SectionName, string>>>;

export interface Layout {
  readonly sections: Sections;
  /** Names of all marker lines as written, in file order. */
  readonly markers: readonly string[];
  /** Marker-like lines that are none of the layout's, or repeat one. */
  readonly extraMarkers: readonly string[];
}

const MARKER = /^# (\S(?:.*\S)?) -{20}\s*$/;
const NAMES: Readonly<Record<string, SectionName>> = {
  requirements_file: "requirements",
  function_import: "import",
  function_code: "function",
  test_function_code: "test",
  call_test_function_code: "call",
  call_test_function_line: "call",
};
/** A model's answer can bring markers of its own between function and test: these sections start at the last one. */
const LAST: ReadonlySet<SectionName> = new Set(["test", "call"]);

interface Marker {
  readonly line: number;
  readonly words: string;
  readonly name: SectionName | undefined;
}

/** Null when the file has no marker of the layout. */
export function readLayout(text: string): Layout | null {
  const lines = text.split("\n");
  const markers = lines.flatMap((line, index): Marker[] => {
    const words = MARKER.exec(line)?.[1];
    return words === undefined ? [] : [{ line: index, words, name: NAMES[words] }];
  });
  if (!markers.some(({ name }) => name !== undefined)) return null;
  const chosen = chooseMarkers(markers);
  const sections = chosen.map(({ line, name }, index) => {
    const end = chosen[index + 1]?.line ?? lines.length;
    return [name, lines.slice(line + 1, end).join("\n")] as const;
  });
  return {
    sections: Object.fromEntries(sections),
    markers: markers.map(({ words }) => words),
    extraMarkers: markers
      .filter((marker) => !chosen.some(({ line }) => line === marker.line))
      .map(({ words }) => words),
  };
}

function chooseMarkers(markers: readonly Marker[]): { line: number; name: SectionName }[] {
  const names: SectionName[] = ["requirements", "import", "function", "test", "call"];
  return names
    .flatMap((name) => {
      const same = markers.filter((marker) => marker.name === name);
      const marker = LAST.has(name) ? same.at(-1) : same[0];
      return marker === undefined ? [] : [{ line: marker.line, name }];
    })
    .sort((a, b) => a.line - b.line);
}
