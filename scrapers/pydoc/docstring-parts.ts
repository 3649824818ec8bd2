/** What a docstring says, whatever its style. */

export interface DocstringSection {
  readonly title: string;
  readonly lines: readonly string[];
}

export interface DocumentedName {
  readonly name: string;
  readonly type: string | null;
  readonly description: string;
}

export interface DocstringParts {
  readonly style: "numpy" | "google" | "rest" | "plain";
  /** Prose before the first section, without doctests. */
  readonly description: string;
  readonly parameters: readonly DocumentedName[];
  readonly returns: string | null;
  readonly raises: readonly { readonly exception: string; readonly description: string }[];
  readonly sections: readonly DocstringSection[];
}

/** Lines without the indentation they share. */
export function dedent(lines: readonly string[]): string {
  const indents = lines
    .filter((line) => line.trim() !== "")
    .map((line) => line.length - line.trimStart().length);
  const shared = indents.length === 0 ? 0 : Math.min(...indents);
  return lines
    .map((line) => line.slice(shared))
    .join("\n")
    .trim();
}
