/** What a publication consists of, made without asking anybody: files with their hashes, card, manifest. */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { wholeLicence } from "../audit/licences.ts";
import type { PublishedFile, PublishedManifest, PublishOptions } from "../contracts/publish.ts";
import { ToolkitError } from "../errors.ts";
import { cardFaults, readCardMetadata } from "../export/card-check.ts";
import { licenceMetadata } from "../export/card.ts";
import {
  type CardMetadata,
  mergeMetadata,
  publishBody,
  type PublishFacts,
  publishMetadata,
  renderCard,
} from "../export/publish-card.ts";
import { type FileDigest, fileDigest, textDigest } from "../io/file-digest.ts";
import {
  auditOf,
  modelsOf,
  publicManifest,
  rowFacts,
  type RowFacts,
  runLocks,
  runManifest,
} from "./publish-facts.ts";
import { CHANGELOG_FILE, readHistory, VERSION_FILE } from "../io/history-file.ts";
import { type DatasetPlace, findConfigs, findDataset, type PlacedFile } from "./publish-files.ts";
import { trainingAsParquet, trainingLicences } from "./training-parquet.ts";

export const CARD = "README.md";
export const MANIFEST = "codergen.json";

/** A file that goes up. */
export interface PlannedFile extends FileDigest {
  readonly path: string;
  readonly content: { readonly file: string } | { readonly text: string };
}

export interface PublishPlan {
  readonly notes: readonly string[];
  /** Card, manifest and all files, with the metadata of a card that is there already. */
  under(theirs: CardMetadata): { readonly card: string; readonly files: readonly PlannedFile[] };
}

export interface PlanParts {
  readonly toolkitVersion: string;
  /** Address of the dataset's page. */
  readonly url: string;
  /** A folder for files that are made for publishing. */
  readonly staging: string;
}

/**
 * @throws ToolkitError `input-not-found` without a dataset, `input-invalid` when licences forbid it or a card's metadata
 * have faults, each named by its field.
 */
export async function planPublication(
  folder: string,
  options: PublishOptions,
  parts: PlanParts,
): Promise<PublishPlan> {
  const place = findDataset(folder);
  const { configs, files, notes, licences, counted } = await contents(place, options, parts);
  const whole = wholeLicence(licences);
  if (whole.blocking.length > 0 && options.licenceOverride === null) throw blocked(whole.blocking);
  const manifest = await runManifest(place.run);
  const history = await readHistory(place.dataset);
  const facts: PublishFacts = {
    ...counted,
    repository: options.to,
    version: history?.version ?? null,
    url: parts.url,
    toolkitVersion: parts.toolkitVersion,
    configs,
    licenceMetadata: licenceMetadata(Object.keys(licences)),
    licenceLines: whole.licences.map(({ licence, rows, terms }) => `${licence}: ${rows} rows, ${terms}`),
    override:
      options.licenceOverride === null || whole.blocking.length === 0
        ? null
        : { reason: options.licenceOverride, blocking: whole.blocking },
    models: modelsOf(manifest),
    environments: Object.keys(counted.environments).length,
    audit: await auditOf(place.run),
  };
  const local = await localCard(join(place.dataset, CARD));
  const placed = await Promise.all([...files, ...historyFiles(place.dataset)].map(planned));
  const locks = await runLocks(place.run);
  const manifestOf = (card: PlannedFile): PublishedManifest => ({
    schemaVersion: 1,
    toolkitVersion: parts.toolkitVersion,
    name: manifest?.name ?? options.to.split("/")[1] ?? options.to,
    version: history?.version ?? null,
    run: publicManifest(manifest),
    environments: counted.environments,
    locks,
    licences,
    licenceOverride: facts.override?.reason ?? null,
    cardSha256: card.sha256,
    files: [card, ...placed].map(publishedFile),
  });
  return {
    notes,
    under(theirs) {
      const metadata = mergeMetadata(publishMetadata(local.metadata, facts), theirs);
      requireFaultless(metadata, [CARD, MANIFEST, ...placed.map(({ path }) => path)]);
      const card = plannedText(CARD, renderCard(metadata, publishBody(local.body, facts)));
      const json = plannedText(MANIFEST, `${JSON.stringify(manifestOf(card), null, 2)}\n`);
      return { card: card.content.text, files: [card, json, ...placed] };
    },
  };
}

/** The changelog, for people, and what it is written from. */
function historyFiles(dataset: string): PlacedFile[] {
  return [CHANGELOG_FILE, VERSION_FILE]
    .map((path) => ({ path, file: join(dataset, path) }))
    .filter(({ file }) => existsSync(file));
}

async function contents(place: DatasetPlace, { training }: PublishOptions, { staging }: PlanParts) {
  const tiers = await findConfigs(place.dataset);
  // rows of `all` and `verified` are rows of `any` too
  const hasAny = tiers.files.some(({ path }) => path.startsWith("data/any/"));
  const counts = (path: string): boolean => !hasAny || !/^data\/(?:all|verified)\//.test(path);
  const counted: RowFacts = await rowFacts(
    tiers.files.filter(({ path }) => counts(path)).map(({ file }) => file),
  );
  if (counted.rows === 0)
    throw new ToolkitError("input-invalid", `${place.dataset} has no rows`, {
      hint: "There is nothing to publish: look at the run's report for why no task was kept.",
    });
  if (!training) return { ...tiers, counted, licences: counted.licences };
  if (place.run === null)
    throw new ToolkitError("usage", "training sets are published from the folder of a run", {
      hint: "Give the run's folder instead of the exported one, or leave out --training.",
    });
  const folder = join(place.run, "training");
  const sets = await trainingAsParquet(folder, staging);
  const formats = sets.configs.map(({ name }) => name);
  return {
    configs: [...tiers.configs, ...sets.configs],
    files: [...tiers.files, ...sets.files],
    notes: [...tiers.notes, ...sets.notes],
    counted,
    // A licence of the tiers is counted by their rows, one that only examples have by those.
    licences: { ...(await trainingLicences(folder, formats)), ...counted.licences },
  };
}

function blocked(blocking: readonly string[]): ToolkitError {
  return new ToolkitError("input-invalid", `licences stop the publication: ${blocking.join("; ")}`, {
    hint: 'Leave those rows out, or give a reason with --licence-override "<reason>", which the card then states.',
  });
}

async function localCard(path: string): Promise<{ readonly metadata: CardMetadata; readonly body: string }> {
  const text = await readFile(path, "utf8");
  const read = readCardMetadata(text);
  if ("fault" in read)
    throw new ToolkitError("input-invalid", `${path}: ${read.fault.field}: ${read.fault.message}`, {
      hint: "Mend the card, or make it again: codergen export <run>.",
    });
  return { metadata: read.metadata, body: bodyOf(text) };
}

/** A card without its front matter. */
function bodyOf(card: string): string {
  return card.replace(/^\uFEFF?---[ \t]*\r?\n[\s\S]*?\r?\n?---[ \t]*(?:\r?\n|$)/, "");
}

function requireFaultless(metadata: CardMetadata, paths: readonly string[]): void {
  const faults = cardFaults(metadata, paths);
  if (faults.length === 0) return;
  const list = faults.map(({ field, message }) => `${field} ${message}`).join("; ");
  throw new ToolkitError("input-invalid", `the card's metadata: ${list}`, {
    hint: "Mend these fields in the README.md of the dataset, or on the Hub where they were added there.",
  });
}

async function planned({ path, file }: PlacedFile): Promise<PlannedFile> {
  return { path, content: { file }, ...(await fileDigest(file)) };
}

function plannedText(path: string, text: string) {
  return { path, content: { text }, ...textDigest(text) };
}

export function publishedFile({ path, size, sha256 }: PlannedFile): PublishedFile {
  return { path, size, sha256 };
}
