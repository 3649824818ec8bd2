/** Publishing a dataset: what is asked for, what goes up, and what is noted beside it. */
import { z } from "zod";
import { environmentSchema } from "./environment.ts";
import { manifestSchema } from "./manifest.ts";

export const publishOptionsSchema = z.strictObject({
  to: z
    .string()
    .regex(/^[A-Za-z0-9][\w.-]*\/[A-Za-z0-9][\w.-]*$/, "write owner/name")
    .describe("dataset repository on the Hub"),
  public: z.boolean().default(false).describe("make the repository public"),
  training: z.boolean().default(false).describe("training sets too, as their own configs"),
  licenceOverride: z
    .string()
    .trim()
    .min(1)
    .nullable()
    .default(null)
    .describe("why rows of unknown or forbidding licences may be published; the card states it"),
  replaceCard: z.boolean().default(false).describe("replace a card that was edited on the Hub"),
});
export type PublishOptions = z.infer<typeof publishOptionsSchema>;

export const publishedFileSchema = z.object({
  path: z.string(),
  /** Bytes. */
  size: z.int(),
  sha256: z.string(),
});
export type PublishedFile = z.infer<typeof publishedFileSchema>;

/** `codergen.json` in the repository: how the dataset is made anew, and what was published last. */
export const publishedManifestSchema = z.object({
  schemaVersion: z.literal(1),
  toolkitVersion: z.string(),
  name: z.string(),
  /** Semantic version of the dataset; null where none is noted. */
  version: z.string().nullable().default(null),
  /** The run's manifest: configuration of every stage; null for a dataset folder without its run. */
  run: manifestSchema.nullable(),
  /** Packages that verdicts were taken with, by environment. */
  environments: z.record(z.string(), z.array(z.string())),
  /** The same with what was asked for, to make them again; empty without a run. */
  locks: z.array(environmentSchema.pick({ requirements: true, pythonVersion: true, lock: true })).default([]),
  licences: z.record(z.string(), z.int()),
  licenceOverride: z.string().nullable(),
  /** SHA-256 of README.md as it was published. */
  cardSha256: z.string(),
  files: z.array(publishedFileSchema),
});
export type PublishedManifest = z.infer<typeof publishedManifestSchema>;

/** A data file of a published dataset beside the one that was made anew from its manifest. */
export const recreatedFileSchema = z.object({
  path: z.string(),
  /** "same": the same bytes. */
  state: z.enum(["same", "different", "missing"]),
});
export type RecreatedFile = z.infer<typeof recreatedFileSchema>;

/** A config of the published dataset. */
export interface PublishedConfig {
  readonly name: string;
  readonly files: readonly { readonly split: string; readonly path: string; readonly rows: number }[];
}

export const publishResultSchema = z.object({
  /**
   * "planned": nobody was asked; "unchanged": all there already; "card-edited": stopped, see `diff`; "published".
   */
  state: z.enum(["planned", "unchanged", "card-edited", "published"]),
  repository: z.string(),
  files: z.array(publishedFileSchema),
  card: z.string(),
  /** What would be lost of the card on the Hub, as a unified diff; empty when nothing. */
  diff: z.string(),
  /** Head of the repository afterwards; null when nobody was asked. */
  commit: z.string().nullable(),
  url: z.string().nullable(),
  notes: z.array(z.string()),
});
export type PublishResult = z.infer<typeof publishResultSchema>;
