/** Requirements however a file gives them: pip lines with and without "!", lists for subprocess loops, a .txt file. */
import { distributionOf, normaliseRequirements, type Python } from "../../python/index.ts";

export interface FoundRequirements {
  readonly requirements: string[];
  /** How they are given: "txt", "pip-line", "subprocess-loop", "imports", "none". */
  readonly style: string;
  readonly notes: string[];
}

const PIP = /^\s*(?:[!%]\s*)?(?:python3? -m )?pip3?\s+install\s+(.*)$/;

/** True for a line that only a notebook or a shell can run. */
export function isShellLine(line: string): boolean {
  return /^\s*[!%]/.test(line) || PIP.test(line);
}

export function readRequirements(
  section: string | null,
  companion: string | null,
  python: Python,
): FoundRequirements {
  if (companion !== null) {
    const lines = companion.split("\n").map((line) => line.replace(/\s#.*$/, "").trim());
    return {
      requirements: normalised(lines.filter((line) => !line.startsWith("#"))),
      style: "txt",
      notes: [],
    };
  }
  const lines = (section ?? "").split("\n");
  const commented = lines.filter((line) => /^\s*#.*\bpip3?\s+install\b/.test(line));
  const notes = commented.map((line) => `an install line that is commented out: ${line.trim()}`);
  const pip = lines.flatMap((line) => PIP.exec(line)?.[1] ?? []);
  if (pip.length > 0) return { requirements: normalised(pip.flatMap(words)), style: "pip-line", notes };
  const code = (section ?? "").trim();
  if (code !== "" && python.parses(code)) {
    const listed = stringsOfLists(code, python);
    if (listed.length > 0) return { requirements: normalised(listed), style: "subprocess-loop", notes };
  }
  return { requirements: [], style: "none", notes };
}

/** Distributions of what the code imports, for files that name no requirements. */
export function requirementsOfImports(code: string, python: Python): string[] {
  return normalised(python.importedModules(code).flatMap((module) => distributionOf(module) ?? []));
}

const OPTIONS_WITH_VALUE = new Set([
  "-f",
  "-i",
  "-r",
  "-c",
  "--find-links",
  "--index-url",
  "--extra-index-url",
]);

/** Names after `pip install`; commas part them as blanks do, versions with commas in them stay. */
function words(line: string): string[] {
  const parts = line.replace(/\s#.*$/, "").split(/[\s;]+|,(?![<>=!~\s]*[<>=!~])/);
  const kept: string[] = [];
  for (let index = 0; index < parts.length; index += 1) {
    const part = (parts[index] ?? "").replaceAll(/^["']+|["',]+$/g, "");
    if (OPTIONS_WITH_VALUE.has(part)) index += 1;
    else if (part === "&&" || part === "||") break;
    else if (part !== "" && !part.startsWith("-")) kept.push(part);
  }
  return kept;
}

const PIP_WORDS = new Set(["-m", "pip", "install", "-U", "--upgrade", "-q", "--quiet", "python", "python3"]);

function stringsOfLists(code: string, python: Python): string[] {
  return python.withRoot(code, (root) =>
    root
      .descendantsOfType(["list", "tuple"])
      .flatMap((list) => list.namedChildren.filter((child) => child.type === "string"))
      .map((child) => child.text.replaceAll(/^["']|["']$/g, ""))
      .filter((text) => !PIP_WORDS.has(text)),
  );
}

/** A git address becomes a PEP 508 reference under the repository's name. */
function normalised(names: readonly string[]): string[] {
  const references = names.map((name) => {
    const repository = /^git\+\S*?\/([\w.-]+?)(?:\.git)?(?:@[\w./-]+)?(?:#.*)?$/.exec(name)?.[1];
    return repository === undefined ? name : `${repository} @ ${name}`;
  });
  return normaliseRequirements(references);
}
