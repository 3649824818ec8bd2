/** Warnings that a program printed: a deprecation often says why the next version of a library fails. */

export interface ToldWarning {
  readonly category: string;
  readonly message: string;
  readonly file: string;
  readonly line: number;
}

const WARNING = /^(.+?):(\d+): (\w*Warning): (.*)$/;

/** In the order printed, each once. */
export function toldWarnings(output: string): ToldWarning[] {
  const found = new Map<string, ToldWarning>();
  for (const text of output.split("\n")) {
    const [, file, line, category, message] = WARNING.exec(text) ?? [];
    if (file === undefined || category === undefined || message === undefined) continue;
    found.set(text, { category, message, file, line: Number(line) });
  }
  return [...found.values()];
}

const EXPLAINING = new Set([
  "DeprecationWarning",
  "PendingDeprecationWarning",
  "FutureWarning",
  "SyntaxWarning",
]);

/** The warning that explains a failure: told of the same line, or naming what the failure's message names. */
export function explainingWarning(
  warnings: readonly ToldWarning[],
  failure: { readonly line: number | null; readonly message: string },
): ToldWarning | null {
  const names = [...failure.message.matchAll(/['"`]([A-Za-z_][\w.]*)['"`]/g)].map(([, name]) => name ?? "");
  const explaining = warnings.filter(({ category }) => EXPLAINING.has(category));
  return (
    explaining.find(({ line }) => line === failure.line) ??
    explaining.find(({ message }) =>
      names.some((name) => new RegExp(`\\b${name.replaceAll(".", "\\.")}\\b`).test(message)),
    ) ??
    null
  );
}
