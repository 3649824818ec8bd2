/** The package that a task is about, for balance: its first requirement without version, or the standard library. */
export function packageOf(requirements: readonly string[]): string {
  const [first] = requirements;
  return first === undefined ? "standard library" : (/^[\w.-]+/.exec(first)?.[0] ?? first).toLowerCase();
}
