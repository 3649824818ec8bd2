/** What `faulthandler` prints when a process crashes or its time is up: stacks, innermost frame first. */

export interface DumpFrame {
  readonly file: string;
  readonly line: number;
  readonly name: string;
}

export interface StackDump {
  /** "Segmentation fault", … where a fatal error was told. */
  readonly fatal: string | null;
  /** One for each thread, the current one first; innermost frame first. */
  readonly stacks: readonly (readonly DumpFrame[])[];
}

const FRAME = /^\s*File "(.*)", line (\d+) in (.+)$/;
const THREAD = /^(Current thread|Thread) .*\(most recent call first\):/;

/** Null when the text holds no dump. */
export function parseStackDump(text: string): StackDump | null {
  const fatal = /^(?:Fatal Python error|Windows fatal exception): ([^\n]+)$/m.exec(text)?.[1] ?? null;
  const stacks: { isCurrent: boolean; frames: DumpFrame[] }[] = [];
  for (const line of text.split("\n")) {
    const thread = THREAD.exec(line);
    if (thread !== null) stacks.push({ isCurrent: thread[1] === "Current thread", frames: [] });
    const [, file, number, name] = FRAME.exec(line) ?? [];
    if (file === undefined || name === undefined) continue;
    if (stacks.length === 0) stacks.push({ isCurrent: true, frames: [] });
    stacks.at(-1)?.frames.push({ file, line: Number(number), name });
  }
  if (fatal === null && stacks.length === 0) return null;
  const ordered = [
    ...stacks.filter(({ isCurrent }) => isCurrent),
    ...stacks.filter(({ isCurrent }) => !isCurrent),
  ];
  return { fatal: fatal?.trim() ?? null, stacks: ordered.map(({ frames }) => frames) };
}
