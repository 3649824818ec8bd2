/** Small pieces of Python source that judges are made of. */

/** A Python string literal. JSON's escapes are Python's too. */
export function pythonString(text: string): string {
  return JSON.stringify(text);
}

/** `code` one level deeper; blank lines stay blank. */
export function indented(code: string): string {
  return code.replaceAll(/^(?=.)/gm, "    ");
}

/** LF line ends. */
export function plainLines(code: string): string {
  return code.replaceAll(/\r\n?/g, "\n");
}

const IMPORT = /^(?:import|from)\s[^\n]*$/gm;

/** The one-line imports at the top level of `code`. */
export function importLines(code: string): string {
  return (code.match(IMPORT) ?? []).join("\n");
}

/** What stands before the definition of `name`; everything when it is not there. */
export function beforeDefinition(code: string, name: string): string {
  const escaped = name.replaceAll(/[^\w]/g, "\\$&");
  const found = new RegExp(`^(?:@.*\\n)*(?:async\\s+)?(?:def|class)\\s+${escaped}\\b`, "m").exec(code);
  return found === null ? code : code.slice(0, found.index);
}
