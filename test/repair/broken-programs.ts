/**
 * The labelled set: small programs, each broken in one way, with tests that show it. A block begins with
 * `# === name | category | code`; `# <- blame` marks the line of the program to blame, `# <- test` the line of the
 * tests where it shows (`| line=N` where a mark would disturb, `| also=N` for a line that is as right). Marks are taken out before anything runs.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type ErrorCategory, errorCategorySchema } from "../../src/contracts/repair.ts";

export interface BrokenProgram {
  /** "naming/misspelt-parameter". */
  readonly name: string;
  readonly category: ErrorCategory;
  readonly code: string;
  /** From 1 in the program; null where no line of it is to blame. */
  readonly line: number | null;
  /** From 1 in the tests; null where nothing is claimed. */
  readonly testLine: number | null;
  readonly program: string;
  readonly tests: string;
  readonly testNames: readonly string[];
  /** What has to be installed, and other options of the header. */
  readonly options: Readonly<Record<string, string>>;
}

const folder = fileURLToPath(new URL("./broken", import.meta.url));
const MARK = /[ \t]*# <- (?:blame|test)$/;

export function brokenPrograms(): BrokenProgram[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith(".py"))
    .sort()
    .flatMap((file) => readBlocks(readFileSync(join(folder, file), "utf8"), file.replace(/\.py$/, "")));
}

function readBlocks(text: string, kind: string): BrokenProgram[] {
  const blocks = text.split(/^# === /m).slice(1);
  return blocks.map((block) => {
    const [header = "", ...lines] = block.split("\n");
    const [name = "", category, code = "", ...rest] = header.split("|").map((part) => part.trim());
    const options = Object.fromEntries(rest.map((part) => part.split("=", 2) as [string, string]));
    const middle = lines.indexOf("# --- tests");
    if (middle === -1) throw new Error(`${kind}/${name} has no tests`);
    const [program, tests] = [lines.slice(0, middle), lines.slice(middle + 1)];
    while (tests.at(-1) === "") tests.pop();
    return {
      name: `${kind}/${name}`,
      category: errorCategorySchema.parse(category),
      code,
      line: "line" in options ? Number(options["line"]) : marked(program, "blame"),
      testLine: marked(tests, "test"),
      program: program.map((line) => line.replace(MARK, "")).join("\n"),
      tests: tests.map((line) => line.replace(MARK, "")).join("\n"),
      testNames: tests.flatMap((line) => /^(?:async )?def (test_\w+)/.exec(line)?.[1] ?? []),
      options,
    };
  });
}

function marked(lines: readonly string[], mark: string): number | null {
  const index = lines.findIndex((line) => line.endsWith(`# <- ${mark}`));
  return index === -1 ? null : index + 1;
}
