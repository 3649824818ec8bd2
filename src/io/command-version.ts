/** Asks a program for its version. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

/** The first line a program prints, or null when it cannot be started. */
export async function commandVersion(
  file: string,
  args: readonly string[] = ["--version"],
): Promise<string | null> {
  try {
    const { stdout, stderr } = await run(file, [...args], { timeout: 10_000 });
    return (stdout || stderr).split("\n", 1)[0]?.trim() ?? "";
  } catch {
    return null;
  }
}
