/** Runs the bundled command line on a pseudo-terminal. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { repositoryRoot } from "./codergen.ts";

/** Answers the questions of a command (they match `question`) in turn; what it showed. */
export function onTerminal(
  words: readonly string[],
  question: string,
  answers: readonly string[],
): Promise<string> {
  const driver = `
import os, pty, re, sys
answers = sys.argv[2].split("|")
shown = b""
pid, fd = pty.fork()
if pid == 0:
    os.execvp(sys.argv[3], sys.argv[3:])
asked = 0
while True:
    try:
        data = os.read(fd, 65536)
    except OSError:
        break
    if not data:
        break
    shown += data
    plain = re.sub(rb"\\x1b\\[[0-9;]*[A-Za-z]", b"", shown)
    questions = len(re.findall(sys.argv[1].encode() + rb"\\[[^\\]]*\\] ", plain))
    while asked < min(questions, len(answers)):
        os.write(fd, answers[asked].encode() + b"\\n")
        asked += 1
os.waitpid(pid, 0)
sys.stdout.buffer.write(shown)
`;
  const bundle = join(repositoryRoot, "dist", "cli", "main.mjs");
  return new Promise((resolve, reject) => {
    const child = spawn("python3", [
      "-c",
      driver,
      question,
      answers.join("|"),
      process.execPath,
      bundle,
      ...words,
    ]);
    let shown = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (shown += text));
    child.on("error", reject);
    child.on("close", () => resolve(shown));
  });
}
