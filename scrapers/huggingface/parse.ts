/** A model card as a document: what its front matter and the Hub say, and what its text shows. Pure. */
import type { Document } from "../../src/contracts/document.ts";
import type { JsonObject } from "../../src/contracts/json.ts";
import type { Page, Parsed } from "../../src/contracts/source.ts";
import { domainOf } from "../domain.ts";
import { remoteCodeWarnings, settled } from "../draft.ts";
import { isObject, textOf, textsOf } from "../json-value.ts";
import { licenceOf } from "../licence.ts";
import { metricsOf } from "../markdown/model-index.ts";
import { isParsed, readMarkdownPage } from "../markdown/page.ts";
import { repositoryOf } from "./repository-name.ts";

export async function parseCard(page: Page): Promise<Parsed> {
  const read = await readMarkdownPage("huggingface", page);
  if (isParsed(read)) return read;
  const { document, metadata } = read;
  const hub = page.metadata;
  const warnings = [...document.warnings];
  const name = textOf(hub["id"]) ?? repositoryOf(page.input).name;
  const tasks = [...textsOf(hub["pipeline_tag"]), ...textsOf(metadata["pipeline_tag"])];
  const tags = tagsOf(metadata, hub, warnings);
  const libraries = [...textsOf(hub["library_name"]), ...textsOf(metadata["library_name"])];
  const metrics = metricsOf(metadata["model-index"], (message) => warnings.push(message));
  const customCode = tags.includes("custom_code");
  const code = remoteCodeWarnings(document.examples, customCode);
  return settled({
    ...document,
    name,
    licence: cardLicence(metadata, tags),
    domain: domainOf({
      tasks: [...tasks, ...taskOfMetrics(metadata)],
      tags,
      libraries: [...libraries, ...document.requirements],
      words: [name, document.title ?? "", ...tags],
    }),
    metrics,
    tags,
    group: groupOf(hub, name),
    extra: extraOf(metadata, hub, code.length > 0),
    warnings: [...warnings, ...code],
  });
}

function tagsOf(metadata: JsonObject, hub: JsonObject, warnings: string[]): string[] {
  const own = metadata["tags"];
  if (typeof own === "string") warnings.push("tags is one text, not a list");
  const words = typeof own === "string" ? own.split(",") : textsOf(own);
  const all = [...words.map((word) => word.trim()), ...textsOf(hub["tags"])];
  return [...new Set(all.filter((tag) => tag !== ""))];
}

/** The card's licence; `other` gives way to the name it comes with; else the Hub's licence tag. */
function cardLicence(metadata: JsonObject, tags: readonly string[]): string | null {
  const own = metadata["license"] ?? metadata["licence"];
  const named = textOf(metadata["license_name"]);
  if (own === "other" && named !== null) return named;
  const tag = tags.find((one) => one.startsWith("license:"))?.slice("license:".length);
  return licenceOf(own) ?? licenceOf(tag);
}

function taskOfMetrics(metadata: JsonObject): string[] {
  const index = metadata["model-index"];
  if (!Array.isArray(index)) return [];
  const results = index.flatMap((entry) =>
    isObject(entry) && Array.isArray(entry["results"]) ? entry["results"] : [],
  );
  return results.flatMap((result) =>
    isObject(result) && isObject(result["task"]) ? textsOf(result["task"]["type"]) : [],
  );
}

/** A repository read from the Hub is grouped by its present name, so that a renamed one meets its old name. */
function groupOf(hub: JsonObject, name: string): Document["group"] {
  return textOf(hub["id"]) === null ? null : name;
}

function extraOf(metadata: JsonObject, hub: JsonObject, remoteCode: boolean): JsonObject {
  const requested = hub["requestedId"];
  return {
    ...(Object.keys(metadata).length === 0 ? {} : { frontMatter: metadata }),
    ...(Object.keys(hub).length === 0 ? {} : { hub }),
    ...(requested !== undefined && requested !== hub["id"] ? { renamedFrom: requested } : {}),
    ...(remoteCode ? { needsRemoteCode: true } : {}),
  };
}
