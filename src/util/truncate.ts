/** Cuts long text, keeping head and tail, and says how much is missing. */

/** At most about `maxChars` characters of `text`: its head and tail around a note of what was left out. */
export function truncateMiddle(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const head = text.slice(0, Math.ceil(maxChars / 2)).toWellFormed();
  const tail = text.slice(text.length - Math.floor(maxChars / 2)).toWellFormed();
  return `${head}\n… ${text.length - maxChars} characters left out …\n${tail}`;
}
