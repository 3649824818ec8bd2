/**
 * The dataset card: structured metadata that the Hub and `datasets` read, then what a person needs to know.
 * The licence is derived from the rows; nothing is claimed that the rows do not say.
 */
import { stringify } from "yaml";
import type { Summary } from "../contracts/summary.ts";
import hubLicences from "../../data/hub-licences.json" with { type: "json" };
import { configNames } from "./row.ts";

export interface CardFacts {
  readonly name: string;
  readonly toolkitVersion: string;
  readonly summary: Summary;
  /** Semantic version of the dataset; left out: the first. */
  readonly version?: string;
  /** Rows of config `any` by licence; "unknown" where the source says nothing. */
  readonly licences: Readonly<Record<string, number>>;
  readonly domains: Readonly<Record<string, number>>;
  readonly sources: Readonly<Record<string, number>>;
}

/** Shown where the dataset's place is not known yet. */
export const LOCAL_PLACE = "path/to/this/folder";

const SIZES = [
  [1_000, "n<1K"],
  [10_000, "1K<n<10K"],
  [100_000, "10K<n<100K"],
  [1_000_000, "100K<n<1M"],
] as const;

/** The README.md of an exported dataset. */
export function datasetCard(facts: CardFacts): string {
  return `---\n${stringify(cardMetadata(facts))}---\n\n${cardBody(facts)}`;
}

/** The card's front matter: only fields the Hub knows. */
export function cardMetadata(facts: CardFacts): Record<string, unknown> {
  const rows = facts.summary.export.any;
  return {
    pretty_name: facts.name,
    ...licenceMetadata(Object.keys(facts.licences)),
    language: ["en"],
    task_categories: ["text-generation"],
    tags: ["code", "code-generation", "executable-tests", "codergen"],
    size_categories: [sizeCategory(rows)],
    configs: configNames.map((name) => ({
      config_name: name,
      ...(name === "all" ? { default: true } : {}),
      data_files: [{ split: "test", path: `data/${name}/test.parquet` }],
    })),
  };
}

/** The Hub's word for a number of rows. */
export function sizeCategory(rows: number): string {
  return SIZES.find(([limit]) => rows < limit)?.[1] ?? "n>1M";
}

/** One known licence for all rows is named; several, or one the Hub has no id for, become `other` with their names. */
export function licenceMetadata(licences: readonly string[]): Record<string, string> {
  const bySpdx: Record<string, string> = hubLicences.bySpdx;
  const only = licences.length === 1 ? licences[0] : undefined;
  if (only === undefined && licences.length === 0) return { license: "unknown" };
  if (only === "unknown") return { license: "unknown" };
  const known = only === undefined ? undefined : bySpdx[only];
  if (known !== undefined) return { license: known };
  const name = licences
    .join("-and-")
    .toLowerCase()
    .replaceAll(/[^a-z0-9.]+/g, "-");
  return { license: "other", license_name: name.slice(0, 90) };
}

function cardBody(facts: CardFacts): string {
  const { summary } = facts;
  const { tiers } = summary.verify;
  return [
    `# ${facts.name}`,
    `Self-contained Python tasks with tests, made from documentation by codergen ${facts.toolkitVersion}. Each row is one task file: an instruction, its requirements, imports, one function, and test cases of up to three kinds (ordinary input, edge input, correct value). Every verdict comes from running the task in a sandbox.`,
    `Version ${facts.version ?? "1.0.0"}; \`CHANGELOG.md\` says what each version changed.`,
    "## Configs",
    table(
      ["config", "rows", "holds"],
      [
        ["`any`", summary.export.any, "tasks of which at least one case passed"],
        ["`all`", summary.export.all, "tasks of which every case passed"],
        [
          "`verified`",
          summary.export.verified,
          "tasks of `all` that are stable over reruns, whose cases notice stubs of the function, and that are no duplicates",
        ],
      ],
    ),
    '```python\nfrom datasets import load_dataset\n\ntasks = load_dataset("' +
      LOCAL_PLACE +
      '", "all", split="test")\n```',
    "## From documents to tiers",
    table(
      ["step", "count"],
      [
        ["inputs read", summary.scrape.inputs],
        ["documents accepted", summary.scrape.accepted],
        ["documents that gave tasks", summary.generate.generated],
        ["tasks", summary.verify.tasks],
        [
          "highest tier none / any / all / verified",
          `${tiers.none} / ${tiers.any} / ${tiers.all} / ${tiers.verified}`,
        ],
      ],
    ),
    "## Sources, licences, domains",
    "Rows of config `any`. The licence of a row is that of the document it was made from.",
    countTable("source", facts.sources),
    countTable("licence", facts.licences),
    countTable("domain", facts.domains),
    "## Intended use and limits",
    "For evaluating and training code models. Tasks are as good as the documents they come from: a passing suite shows agreement with the documented examples, not full correctness of a function. Cases that a stub passes too are named in the column `vacuous_cases`. Verdicts hold for the package versions in `environment_lock`.",
  ]
    .join("\n\n")
    .concat("\n");
}

function countTable(title: string, counts: Readonly<Record<string, number>>): string {
  return table([title, "rows"], Object.entries(counts));
}

export function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]) =>
    `| ${cells.map((cell) => String(cell).replaceAll("|", "\\|").replaceAll("\n", " ")).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}
