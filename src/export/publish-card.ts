/** The card of a published dataset: the export's own card, its configs, and what a stranger has to know. */
import { stringify } from "yaml";
import type { AuditSummary } from "../contracts/audit.ts";
import type { PublishedConfig } from "../contracts/publish.ts";
import { LOCAL_PLACE, sizeCategory, table } from "./card.ts";

export type CardMetadata = Readonly<Record<string, unknown>>;

export interface PublishFacts {
  /** owner/name */
  readonly repository: string;
  readonly url: string;
  readonly toolkitVersion: string;
  /** Semantic version of the dataset; null for one that notes none. */
  readonly version: string | null;
  readonly configs: readonly PublishedConfig[];
  readonly rows: number;
  readonly licenceMetadata: CardMetadata;
  readonly licenceLines: readonly string[];
  /** Why blocking licences are published all the same; null when none blocks. */
  readonly override: { readonly reason: string; readonly blocking: readonly string[] } | null;
  readonly sources: Readonly<Record<string, number>>;
  readonly generators: Readonly<Record<string, number>>;
  readonly pythons: Readonly<Record<string, number>>;
  readonly models: readonly string[];
  readonly environments: number;
  readonly audit: AuditSummary | null;
}

/** Keys that say what is in the files: always ours. */
const OWN_KEYS = ["license", "license_name", "license_link", "size_categories", "configs"];
/** Lists to which people add. */
const JOINED_KEYS = ["tags", "language", "task_categories"];

/**
 * Metadata of a card that exists, under ours: what says what is in the files is ours, lists are joined, a key that we
 * do not have is kept.
 */
export function mergeMetadata(ours: CardMetadata, theirs: CardMetadata): CardMetadata {
  const merged: Record<string, unknown> = { ...ours };
  for (const [key, value] of Object.entries(theirs)) {
    if (OWN_KEYS.includes(key)) continue;
    if (JOINED_KEYS.includes(key)) merged[key] = [...new Set([...listOf(ours[key]), ...listOf(value)])];
    else if (!(key in ours)) merged[key] = value;
  }
  return merged;
}

function listOf(value: unknown): readonly unknown[] {
  return value === undefined || value === null ? [] : Array.isArray(value) ? (value as unknown[]) : [value];
}

/** Metadata for the published files, over that of the export's card. */
export function publishMetadata(local: CardMetadata, facts: PublishFacts): CardMetadata {
  const { configs } = facts;
  const byDefault = configs.find(({ name }) => name === "all") ?? configs[0];
  const ours = {
    ...facts.licenceMetadata,
    size_categories: [sizeCategory(facts.rows)],
    configs: configs.map((config) => ({
      config_name: config.name,
      ...(config === byDefault ? { default: true } : {}),
      data_files: dataFiles(config),
    })),
  };
  const kept = Object.fromEntries(Object.entries(local).filter(([key]) => !OWN_KEYS.includes(key)));
  return { ...kept, ...ours };
}

/** One entry a split; a split of several files lists them. */
function dataFiles({ files }: PublishedConfig): { split: string; path: string | string[] }[] {
  const splits = [...new Set(files.map(({ split }) => split))];
  return splits.map((split) => {
    const paths = files.filter((file) => file.split === split).map(({ path }) => path);
    const [only = ""] = paths;
    return { split, path: paths.length === 1 ? only : paths };
  });
}

export function renderCard(metadata: CardMetadata, body: string): string {
  return `---\n${stringify(metadata)}---\n\n${body.trim()}\n`;
}

/** The export's text, then the sections that it does not have itself. */
export function publishBody(local: string, facts: PublishFacts): string {
  const text = local.replaceAll(LOCAL_PLACE, facts.repository).trim();
  const sections = Object.entries(sectionsOf(facts)).filter(
    ([title]) => !new RegExp(`^##\\s+${title}\\s*$`, "im").test(text),
  );
  return [text, ...sections.flatMap(([title, lines]) => [`## ${title}`, ...lines])].join("\n\n");
}

function sectionsOf(facts: PublishFacts): Record<string, readonly string[]> {
  return {
    "How to load": howToLoad(facts),
    Licence: licence(facts),
    Provenance: provenance(facts),
    Audit: audit(facts.audit),
    "Known limits": LIMITS,
    Citation: [citation(facts)],
  };
}

function howToLoad({ repository, configs }: PublishFacts): string[] {
  const shown = configs.find(({ name }) => name === "all") ?? configs[0];
  const rows = configs.flatMap(({ name, files }) =>
    files.map(({ split, path, rows: count }) => [`\`${name}\``, split, count, `\`${path}\``]),
  );
  const call = `load_dataset("${repository}", "${shown?.name ?? ""}", split="${shown?.files[0]?.split ?? ""}")`;
  return [
    `\`\`\`python\nfrom datasets import load_dataset\n\nrows = ${call}\n\`\`\``,
    table(["config", "split", "rows", "file"], rows),
  ];
}

function licence({ licenceLines, override }: PublishFacts): string[] {
  const lines = [
    "Each row has the licence of the document it was made from; what follows from that is for you to judge.",
    licenceLines.map((line) => `- ${line}`).join("\n"),
  ];
  if (override === null) return lines;
  return [
    ...lines,
    `**Published by an explicit override.** These rows would have stopped it:\n\n${override.blocking.map((line) => `- ${line}`).join("\n")}`,
    `The reason that was given: ${override.reason}`,
  ];
}

function provenance(facts: PublishFacts): string[] {
  const names = (counts: Readonly<Record<string, number>>): string =>
    Object.entries(counts)
      .map(([name, count]) => `${name} (${count})`)
      .join(", ");
  return [
    table(
      ["what", "value"],
      [
        ["version", facts.version ?? "not noted"],
        ["toolkit", `codergen ${facts.toolkitVersion}`],
        ["sources (rows)", names(facts.sources)],
        ["generators (rows)", names(facts.generators)],
        ["language models", facts.models.length === 0 ? "none" : facts.models.join(", ")],
        ["Python (rows)", names(facts.pythons)],
        ["environments", facts.environments],
      ],
    ),
    "`codergen.json` has the configuration of every stage, the exact packages of every environment, and the hash of every file.",
  ];
}

function audit(summary: AuditSummary | null): string[] {
  if (summary === null) return ["Not audited for near-duplicates, contamination, secrets and personal data."];
  const counts = (values: Readonly<Record<string, number>>): string =>
    Object.entries(values)
      .map(([name, count]) => `${name} ${count}`)
      .join(", ") || "none";
  return [
    table(
      ["audited", "result"],
      [
        ["tasks", summary.tasks],
        ["nearly the same as an earlier one", summary.nearDuplicates],
        [
          "repeat a problem of a benchmark",
          summary.comparedWith.length === 0 ? "not compared" : counts(summary.contaminated),
        ],
        ["findings of secrets and personal data", counts(summary.findings)],
        ["left out of training sets by the audit's settings", counts(summary.leftOut)],
      ],
    ),
  ];
}

const LIMITS = [
  [
    "- Tests show agreement with documented examples, not that a function is right for every input.",
    "- The documents are public and older than this dataset: models may have seen them, so scores may be too high.",
    "- The search for secrets and personal data is a sieve for what has a known form; it guarantees nothing.",
    "- Verdicts hold for the listed package versions; other versions may give others.",
  ].join("\n"),
];

function citation({ repository, url, toolkitVersion, version }: PublishFacts): string {
  const [owner = "", name = ""] = repository.split("/");
  const key = name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "_");
  return `\`\`\`bibtex\n@misc{${key},\n  title = {${name}},\n  author = {${owner}},\n  howpublished = {\\url{${url}}},\n${version === null ? "" : `  version = {${version}},\n`}  note = {Made with codergen ${toolkitVersion}}\n}\n\`\`\``;
}
