/** Which of the paper's domains a page belongs to, by the table in data/domains.json. */
import table from "../data/domains.json" with { type: "json" };
import { domains, type Domain } from "../src/contracts/document.ts";

export interface DomainFacts {
  /** The page's own word for its task ("image-classification", "Computer Vision Depth Estimation"). */
  tasks?: readonly string[];
  tags?: readonly string[];
  /** Libraries and imported modules. */
  libraries?: readonly string[];
  /** Words of last resort: the model's name, its title. */
  words?: readonly string[];
}

const tasks = new Map(Object.entries(table.tasks));
const tags = new Map(Object.entries(table.tags));
const libraries = new Map(Object.entries(table.libraries));
const prefixes = Object.entries(table.taskPrefixes);
const words = new Map(Object.entries(table.words));

/** The first domain that a task, then a tag, a library or a word of the name says; else "other". */
export function domainOf(facts: DomainFacts): Domain {
  const found =
    firstOf(facts.tasks, (task) => tasks.get(task) ?? byPrefix(task)) ??
    firstOf(facts.tags, (tag) => tasks.get(tag) ?? tags.get(tag)) ??
    facts.libraries?.map(byLibrary).find((domain) => domain !== undefined) ??
    firstOf(facts.words, byWord);
  return domains.find((domain) => domain === found) ?? "other";
}

function firstOf(
  values: readonly string[] | undefined,
  find: (value: string) => string | undefined,
): string | undefined {
  for (const value of values ?? []) {
    const found = find(slug(value));
    if (found !== undefined) return found;
  }
  return undefined;
}

function byPrefix(task: string): string | undefined {
  return prefixes.find(([prefix]) => task === prefix || task.startsWith(`${prefix}-`))?.[1];
}

/** A library's or module's name, with its dots and underlines or with dashes for them. */
function byLibrary(name: string): string | undefined {
  const [top = ""] = name.toLowerCase().split(".");
  return libraries.get(top) ?? libraries.get(slug(name)) ?? libraries.get(slug(top));
}

function byWord(text: string): string | undefined {
  return text
    .split("-")
    .map((word) => words.get(word))
    .find((domain) => domain !== undefined);
}

/** "Computer Vision Image_Classification" as "computer-vision-image-classification". */
function slug(text: string): string {
  return text
    .slice(0, 200)
    .toLowerCase()
    .replaceAll(/[\s_/:.]+/g, "-");
}
