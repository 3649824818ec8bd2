/** Text of an element on one line, without Sphinx's paragraph signs. */
export function clean(text: string): string {
  return text.replaceAll(/\s+/g, " ").replaceAll("\u00B6", "").trim();
}
