/** What a page's code needs: distributions of imported modules, and names in its `pip install` lines. */
import type { CodeBlock } from "../src/contracts/document.ts";
import { distributionOf, normaliseRequirements, type Python } from "../src/python/index.ts";

/** Distribution names, sorted, without the standard library. */
export function requirementsOf(blocks: readonly CodeBlock[], python: Python): string[] {
  const names = new Set<string>();
  for (const block of blocks) {
    for (const module of modulesOf(block, python)) {
      const distribution = distributionOf(module);
      if (distribution !== null) names.add(distribution);
    }
    for (const name of installedBy(block.code)) names.add(name);
  }
  return normaliseRequirements([...names]);
}

/** Dotted names that a block imports; of a doctest, by its statements. */
export function modulesOf(block: CodeBlock, python: Python): string[] {
  if (block.parses !== true) return [];
  const code = block.steps === null ? block.code : block.steps.map((step) => step.source).join("\n");
  return python.importedModules(code);
}

const REQUIREMENT_NAME = /^([A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)(?:\[[\w,\s-]*\])?(?:[=<>!~].*)?$/;
const OPTIONS_WITH_VALUE = new Set([
  "-r",
  "-c",
  "-f",
  "-i",
  "-e",
  "--index-url",
  "--extra-index-url",
  "--find-links",
]);

/** Names after `pip install` in any line of a block; paths, urls and options are left out. */
export function installedBy(code: string): string[] {
  if (!code.includes("pip")) return [];
  return code.split("\n").flatMap(namesInLine);
}

function namesInLine(line: string): string[] {
  const words = line
    .replace(/#.*$/, "")
    .split(/\s+/)
    .filter((word) => word !== "");
  const pip = words.findIndex((word, index) => isPip(word) && words[index + 1] === "install");
  if (pip < 0) return [];
  const names: string[] = [];
  for (let index = pip + 2; index < words.length; index += 1) {
    const word = words[index] ?? "";
    if (["&&", ";", "|", "||"].includes(word)) break;
    if (OPTIONS_WITH_VALUE.has(word)) index += 1;
    else if (!word.startsWith("-")) names.push(...nameOf(word.replaceAll(/["'`,;]/g, "")));
  }
  return names;
}

function isPip(word: string): boolean {
  return /^[!%$]?pip3?$/.test(word);
}

function nameOf(word: string): string[] {
  const name = REQUIREMENT_NAME.exec(word)?.[1];
  return name === undefined ? [] : [name.toLowerCase()];
}
