/** Which distribution a module comes from, and requirement lists in one normal form. Tables in `data/`. */
import distributions from "../../data/distributions.json" with { type: "json" };
import standardLibrary from "../../data/stdlib-modules.json" with { type: "json" };

const DISTRIBUTIONS = new Map<string, string>(Object.entries(distributions));
const STANDARD_LIBRARY = new Set<string>(standardLibrary.topLevel);

/** True for a module (dotted names allowed) of any Python since 3.8. */
export function isStandardLibrary(moduleName: string): boolean {
  return STANDARD_LIBRARY.has(topLevel(moduleName));
}

/** The modules that `--package stdlib` stands for. */
export function standardLibraryModules(): readonly string[] {
  return standardLibrary.documented;
}

/** What to give pip for a module; the top-level name itself when no table says more, null for the standard library. */
export function distributionOf(moduleName: string): string | null {
  if (isStandardLibrary(moduleName)) return null;
  for (let name = moduleName; name !== ""; name = name.slice(0, Math.max(0, name.lastIndexOf(".")))) {
    const known = DISTRIBUTIONS.get(name);
    if (known !== undefined) return known;
  }
  return topLevel(moduleName);
}

/** Every distribution name the tables know. */
export function knownDistributions(): string[] {
  return [...new Set(DISTRIBUTIONS.values())];
}

/** A distribution name as PEP 503 compares it. */
export function canonicalName(name: string): string {
  return name.toLowerCase().replaceAll(/[-_.]+/g, "-");
}

const REQUIREMENT = /^([A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)\s*(.*)$/s;

/**
 * Requirements without blanks, repeats and standard-library modules, names by PEP 503, sorted. Versions, extras,
 * markers and urls stay as they are. What does not begin like a requirement is left out.
 */
export function normaliseRequirements(requirements: readonly string[]): string[] {
  const normal = requirements.flatMap((requirement) => {
    const match = REQUIREMENT.exec(requirement.trim());
    if (match === null) return [];
    const name = match[1] ?? "";
    if (STANDARD_LIBRARY.has(name)) return [];
    return [canonicalName(name) + specifier((match[2] ?? "").trim())];
  });
  return [...new Set(normal)].sort();
}

function specifier(rest: string): string {
  const parts = /^([^;@]*)([;@].*)?$/s.exec(rest);
  const versions = (parts?.[1] ?? "").replaceAll(/\s+/g, "");
  const tail = parts?.[2];
  return tail === undefined ? versions : `${versions} ${tail}`;
}

function topLevel(moduleName: string): string {
  return moduleName.split(".")[0] ?? moduleName;
}
