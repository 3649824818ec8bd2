/**
 * Checks a dataset card's metadata without asking the Hub: every fault is named by its field, so that a person can mend
 * it. Fields that the Hub does not know are allowed there, so they are only told when they look like a slip of the pen.
 */
import { parseDocument } from "yaml";
import fields from "../../data/card-fields.json" with { type: "json" };
import hubLicences from "../../data/hub-licences.json" with { type: "json" };
import { nearestName } from "../util/nearest.ts";

export interface CardFault {
  /** Path of the field, e.g. `configs[1].data_files`. */
  readonly field: string;
  readonly message: string;
}

const LICENCES = new Set([...Object.values(hubLicences.bySpdx), ...fields.hubLicences]);
const LANGUAGE = /^(?:[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*|code|multilingual)$/;
const LICENCE_NAME = /^[a-z0-9][a-z0-9.-]*$/;
const SPLIT = /^\w+(?:\.\w+)*$/;
const NOT_IN_CONFIG_NAME = /[<>:/\\|?*]/;
const MOST_TAG_CHARS = 100;

type Check = (value: unknown, field: string) => CardFault[];

/** Front matter between the card's first two `---` lines, as a mapping; or the fault that there is none. */
export function readCardMetadata(
  card: string,
): { readonly metadata: Readonly<Record<string, unknown>> } | { readonly fault: CardFault } {
  const text = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)\r?\n?---[ \t]*(?:\r?\n|$)/.exec(card)?.[1];
  if (text === undefined)
    return { fault: { field: "front matter", message: "the card does not begin with `---` lines" } };
  const document = parseDocument(text, { version: "1.2", merge: false });
  const [problem] = document.errors;
  if (problem !== undefined)
    return { fault: { field: "front matter", message: (problem.message.split("\n")[0] ?? "").trim() } };
  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount: 50 });
  } catch (error) {
    return {
      fault: { field: "front matter", message: error instanceof Error ? error.message : "cannot be read" },
    };
  }
  if (value === null || value === undefined) return { metadata: {} };
  if (typeof value !== "object" || Array.isArray(value))
    return { fault: { field: "front matter", message: "it is no mapping of fields" } };
  return { metadata: value as Record<string, unknown> };
}

/**
 * Every fault of a card's metadata.
 * @param paths Files of the repository; patterns of configs that match none are a fault. Left out: not checked.
 */
export function cardFaults(
  metadata: Readonly<Record<string, unknown>>,
  paths?: readonly string[],
): CardFault[] {
  const faults = Object.entries(metadata).flatMap(([field, value]) => {
    const check = CHECKS[field];
    if (check !== undefined) return check(value, field);
    if (fields.known.includes(field)) return [];
    const nearest = nearestName(field, fields.known);
    return nearest === null ? [] : [{ field, message: `is not known to the Hub; is it \`${nearest}\`?` }];
  });
  return [...faults, ...licenceFaults(metadata), ...configFaults(metadata["configs"], paths)];
}

const CHECKS: Readonly<Record<string, Check>> = {
  pretty_name: text,
  language: listOf((value) => (LANGUAGE.test(value) ? null : "is no ISO 639 code, such as en")),
  language_bcp47: listOf(() => null),
  tags: listOf((value) =>
    value.length <= MOST_TAG_CHARS ? null : `is longer than ${MOST_TAG_CHARS} characters`,
  ),
  task_categories: listOf(oneOf(fields.tasks)),
  task_ids: listOf(() => null),
  size_categories: listOf(oneOf(fields.sizes)),
  multilinguality: listOf(oneOf(fields.multilinguality)),
  source_datasets: listOf(() => null),
  annotations_creators: listOf(() => null),
  language_creators: listOf(() => null),
  paperswithcode_id: (value, field) => (value === null ? [] : text(value, field)),
  viewer: (value, field) => (typeof value === "boolean" ? [] : [{ field, message: "is no true or false" }]),
  license: listOf((value) =>
    LICENCES.has(value)
      ? null
      : `is no licence that the Hub knows${nearestLicence(value)}; \`other\` takes a license_name`,
  ),
  license_name: (value, field) =>
    typeof value === "string" && LICENCE_NAME.test(value)
      ? []
      : [{ field, message: "takes lower-case letters, digits, dots and dashes" }],
  license_link: (value, field) => {
    if (typeof value !== "string") return text(value, field);
    const fits = /^https?:\/\/\S+$|^LICENSE(?:\.\w+)?$|^[\w./-]+$/.test(value);
    return fits ? [] : [{ field, message: "is neither an address nor a file of the repository" }];
  },
};

function nearestLicence(value: string): string {
  const spdx = Object.entries(hubLicences.bySpdx).find(
    ([id]) => id.toLowerCase() === value.toLowerCase(),
  )?.[1];
  const nearest = spdx ?? nearestName(value, [...LICENCES]);
  return nearest === null ? "" : ` (did you mean \`${nearest}\`?)`;
}

function text(value: unknown, field: string): CardFault[] {
  if (typeof value !== "string") return [{ field, message: `is ${describe(value)}, not text` }];
  return value.trim() === "" ? [{ field, message: "is empty" }] : [];
}

function oneOf(choices: readonly string[]): (value: string) => string | null {
  return (value) => {
    if (choices.includes(value)) return null;
    const nearest = nearestName(value, choices);
    return `is none of the Hub's values${nearest === null ? "" : ` (did you mean \`${nearest}\`?)`}`;
  };
}

/** A value, or a list of values; `no` and numbers that YAML read as other than text are told as such. */
function listOf(problemOf: (value: string) => string | null): Check {
  return (value, field) => {
    if (!Array.isArray(value) && typeof value !== "string")
      return [{ field, message: `is ${describe(value)}, not a list` }];
    const items: readonly unknown[] = Array.isArray(value) ? value : [value];
    return items.flatMap((item, index) => {
      const place = Array.isArray(value) ? `${field}[${index}]` : field;
      if (typeof item !== "string")
        return [{ field: place, message: `is ${describe(item)}, not text: put it in quotes` }];
      const problem = problemOf(item);
      return problem === null ? [] : [{ field: place, message: `\`${item.slice(0, 60)}\` ${problem}` }];
    });
  };
}

function describe(value: unknown): string {
  if (value === null) return "empty";
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" ? "a mapping" : `a ${typeof value}`;
}

function licenceFaults(metadata: Readonly<Record<string, unknown>>): CardFault[] {
  const licence = metadata["license"];
  const isOther = licence === "other" || (Array.isArray(licence) && licence.includes("other"));
  if (licence === undefined) return [{ field: "license", message: "is missing" }];
  if (isOther && metadata["license_name"] === undefined)
    return [{ field: "license_name", message: "is missing: `license: other` needs it" }];
  if (!isOther && metadata["license_name"] !== undefined)
    return [{ field: "license_name", message: "only goes with `license: other`" }];
  return [];
}

function configFaults(configs: unknown, paths: readonly string[] | undefined): CardFault[] {
  if (configs === undefined) return [];
  if (!Array.isArray(configs)) return [{ field: "configs", message: `is ${describe(configs)}, not a list` }];
  const list: readonly unknown[] = configs;
  const names = list.map((config) => (config as { config_name?: unknown } | null)?.config_name);
  const defaults = list.filter((config) => (config as { default?: unknown } | null)?.default === true);
  return [
    ...list.flatMap((config, index) => oneConfig(config, `configs[${index}]`, paths)),
    ...names.flatMap((name, index) =>
      typeof name === "string" && names.indexOf(name) < index
        ? [{ field: `configs[${index}].config_name`, message: `\`${name}\` is there twice` }]
        : [],
    ),
    ...(defaults.length > 1 ? [{ field: "configs", message: "more than one is the default" }] : []),
  ];
}

function oneConfig(config: unknown, field: string, paths: readonly string[] | undefined): CardFault[] {
  if (typeof config !== "object" || config === null || Array.isArray(config))
    return [{ field, message: `is ${describe(config)}, not a mapping` }];
  const { config_name: name, data_files: files, default: isDefault } = config as Record<string, unknown>;
  const faults: CardFault[] = [];
  if (typeof name !== "string" || name === "")
    faults.push({ field: `${field}.config_name`, message: "is missing or no text" });
  else if (NOT_IN_CONFIG_NAME.test(name))
    faults.push({ field: `${field}.config_name`, message: "has one of < > : / \\ | ? *" });
  if (isDefault !== undefined && typeof isDefault !== "boolean")
    faults.push({ field: `${field}.default`, message: "is no true or false" });
  return [...faults, ...dataFileFaults(files, `${field}.data_files`, paths)];
}

function dataFileFaults(files: unknown, field: string, paths: readonly string[] | undefined): CardFault[] {
  if (files === undefined) return [];
  if (typeof files === "string") return pathFaults(files, field, paths);
  if (!Array.isArray(files)) return [{ field, message: `is ${describe(files)}, neither a path nor a list` }];
  const splits = files.map((file) => (file as { split?: unknown } | null)?.split);
  return (files as readonly unknown[]).flatMap((file, index) => {
    const place = `${field}[${index}]`;
    if (typeof file === "string") return pathFaults(file, place, paths);
    if (typeof file !== "object" || file === null)
      return [{ field: place, message: `is ${describe(file)}, not a mapping` }];
    const { split, path } = file as Record<string, unknown>;
    const faults: CardFault[] = [];
    if (typeof split !== "string" || !SPLIT.test(split))
      faults.push({ field: `${place}.split`, message: "takes letters, digits, underscores and dots" });
    else if (splits.indexOf(split) < index)
      faults.push({ field: `${place}.split`, message: `\`${split}\` is there twice` });
    const list: readonly unknown[] = Array.isArray(path) ? path : [path];
    return [...faults, ...list.flatMap((one) => pathFaults(one, `${place}.path`, paths))];
  });
}

function pathFaults(path: unknown, field: string, paths: readonly string[] | undefined): CardFault[] {
  if (typeof path !== "string" || path === "") return [{ field, message: "is missing or no text" }];
  if (path.startsWith("/") || path.split("/").includes(".."))
    return [{ field, message: "leads out of the repository" }];
  if (paths === undefined) return [];
  const pattern = new RegExp(
    `^${path
      .replaceAll(/[.+^${}()|[\]\\]/g, "\\$&")
      .replaceAll("**/", "\0")
      .replaceAll("*", "[^/]*")
      .replaceAll("?", "[^/]")
      .replaceAll("\0", "(?:.*/)?")}$`,
  );
  return paths.some((one) => pattern.test(one)) ? [] : [{ field, message: `\`${path}\` matches no file` }];
}
