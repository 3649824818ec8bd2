/** From what a published dataset says of its making to a configuration that makes it again, and how near that came. */
import { join } from "node:path";
import { z } from "zod";
import { jsonValueSchema } from "../contracts/json.ts";
import type { PublishedManifest, RecreatedFile } from "../contracts/publish.ts";
import { ToolkitError } from "../errors.ts";
import { fileDigest } from "../io/file-digest.ts";
import { findConfigs } from "./publish-files.ts";

const settings = z.record(z.string(), jsonValueSchema);

const stageArguments = z.object({
  scrape: z.object({ sources: z.array(settings).min(1) }),
  generate: z.looseObject({
    generator: z.string(),
    model: settings.optional(),
    repair: z.string().optional(),
  }),
  verify: z.looseObject({
    reruns: z.int(),
    stubs: z.boolean(),
    limits: settings,
    network: z.string().optional(),
    environments: settings.optional(),
    constraints: z.array(z.string()).default([]),
  }),
});

/**
 * The configuration a published dataset was made with, as a layer: what a user says goes before it.
 * @throws ToolkitError `input-invalid` when it was published without its run, or before its run was finished.
 */
export function recreationLayer({ name, run }: PublishedManifest): Record<string, unknown> {
  const found = stageArguments.safeParse(run?.stages);
  if (!found.success)
    throw new ToolkitError("input-invalid", `the manifest of ${name} does not say how it was made`, {
      hint: "It was published from an exported folder. Who has its run can publish that: codergen publish RUN --to owner/name.",
    });
  const { scrape, generate, verify } = found.data;
  const { reruns, stubs, limits, network, environments, constraints } = verify;
  return {
    name,
    sources: scrape.sources,
    generator: generate.generator,
    model: generate.model,
    repair: generate.repair,
    verify: { reruns, stubs, limits },
    network,
    environments: { ...environments, constraints },
  };
}

/** What may make another dataset of the same manifest, each a line for a person. */
export function recreationDoubts(published: PublishedManifest, toolkitVersion: string): string[] {
  const doubts: string[] = [];
  if (published.toolkitVersion !== toolkitVersion)
    doubts.push(`made with codergen ${published.toolkitVersion}; this is ${toolkitVersion}`);
  if (published.run?.stages.generate?.["model"] !== undefined)
    doubts.push("a language model wrote it: its answers may differ, unless they are replayed (--replay)");
  if (published.run?.stages.generate?.["refresh"] !== undefined)
    doubts.push("it is a refresh of an earlier one: what was carried over is made from the documents anew");
  if (published.locks.length === 0 && Object.values(published.environments).some((lock) => lock.length > 0))
    doubts.push("its manifest does not say what packages were asked for: they are resolved anew");
  return doubts;
}

/** The data files of a run's export beside those that were published, by their bytes; tiers only. */
export async function compareRecreated(
  folder: string,
  published: PublishedManifest,
): Promise<RecreatedFile[]> {
  const { files } = await findConfigs(join(folder, "export"));
  const compared: RecreatedFile[] = [];
  for (const { path, sha256 } of published.files.filter(({ path: one }) => one.startsWith("data/"))) {
    const made = files.find((file) => file.path === path);
    if (made === undefined) compared.push({ path, state: "missing" });
    else
      compared.push({ path, state: (await fileDigest(made.file)).sha256 === sha256 ? "same" : "different" });
  }
  return compared;
}
