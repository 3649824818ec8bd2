/** A text without the byte order mark that some editors put before it, which no JSON reader takes. */
export function withoutMark(text: string): string {
  return text.startsWith("\uFEFF") ? text.slice(1) : text;
}
