/** Runs `uv` and `pip`; what they say when they fail is the reason that people get. */
import { spawn } from "node:child_process";
import { truncateMiddle } from "../src/util/truncate.ts";
import { interrupted } from "./slots.ts";

const REASON_CHARS = 600;

/** The resolver's or installer's own message, shortened. */
export class InstallFailure extends Error {}

interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export function run(file: string, args: readonly string[], signal?: AbortSignal): Promise<Ended> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) return reject(interrupted());
    const child = spawn(file, args, {
      stdio: ["ignore", "pipe", "pipe"],
      ...(signal && { signal, killSignal: "SIGKILL" }),
    });
    let stdout = "";
    let stderr = "";
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => (stdout += chunk));
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => (stderr += chunk));
    child.once("error", (error) => reject(signal?.aborted === true ? interrupted() : error));
    child.once("close", (status) => resolve({ status, stdout, stderr }));
  });
}

/** What it printed. @throws InstallFailure with the reason when it ends with another status than 0. */
export async function succeed(file: string, args: readonly string[], signal?: AbortSignal): Promise<string> {
  const { status, stdout, stderr } = await run(file, args, signal);
  if (status !== 0) throw new InstallFailure(shorten(stderr || stdout));
  return stdout;
}

/** The lines that say why, without progress and without trouble of the installer's own. */
function shorten(message: string): string {
  const noise =
    /^\s*(Using (CPython|Python)|Creating virtual|Activate with|Resolved |Collecting |Downloading |\[notice\]|WARNING: |hint:)/;
  const lines = message.split("\n").filter((line) => line.trim() !== "" && !noise.test(line));
  return truncateMiddle(lines.map((line) => line.trim()).join(" "), REASON_CHARS);
}
