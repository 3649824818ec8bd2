/** What the card says of the rows, counted from the rows that are published. */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from "hyparquet";
import { type AuditSummary, auditSummarySchema } from "../contracts/audit.ts";
import { type Manifest, manifestSchema } from "../contracts/manifest.ts";
import { environmentSchema } from "../contracts/environment.ts";
import type { PublishedManifest } from "../contracts/publish.ts";
import { describeError, ToolkitError } from "../errors.ts";
import { textLines } from "../io/dataset-rows.ts";
import { countInto, sortedCounts } from "../util/counts.ts";
import { redactSecrets } from "../util/redact.ts";

const ROWS_AT_ONCE = 1_000;
const COLUMNS = ["source", "licence", "generator", "environment_id", "environment_lock", "python_version"];

export interface RowFacts {
  readonly rows: number;
  readonly sources: Record<string, number>;
  /** "unknown" where a row names none. */
  readonly licences: Record<string, number>;
  readonly generators: Record<string, number>;
  readonly pythons: Record<string, number>;
  /** Exact packages by environment. */
  readonly environments: Record<string, string[]>;
}

/** Counts over the rows of `files`; only the columns that count are read. */
export async function rowFacts(files: readonly string[]): Promise<RowFacts> {
  const facts = { sources: {}, licences: {}, generators: {}, pythons: {} };
  const environments: Record<string, string[]> = {};
  let rows = 0;
  for (const path of files) {
    for await (const row of columnsOf(path)) {
      rows++;
      countInto<string>(facts.licences, textOr(row["licence"], "unknown"));
      countInto<string>(facts.sources, textOr(row["source"], "unknown"));
      countInto<string>(facts.generators, textOr(row["generator"], "unknown"));
      countInto<string>(facts.pythons, textOr(row["python_version"], "unknown"));
      const lock = row["environment_lock"];
      if (typeof row["environment_id"] === "string" && Array.isArray(lock))
        environments[row["environment_id"]] ??= lock.map(String);
    }
  }
  const counted = Object.entries(facts).map(([name, counts]) => [name, sortedCounts(counts)]);
  return { rows, ...(Object.fromEntries(counted) as typeof facts), environments };
}

async function* columnsOf(path: string): AsyncGenerator<Record<string, unknown>> {
  const file = await asyncBufferFromFile(path);
  const metadata = await parquetMetadataAsync(file);
  const there = metadata.schema.map(({ name }) => name);
  const columns = COLUMNS.filter((name) => there.includes(name));
  const total = Number(metadata.num_rows);
  for (let rowStart = 0; rowStart < total; rowStart += ROWS_AT_ONCE) {
    const rowEnd = Math.min(total, rowStart + ROWS_AT_ONCE);
    if (columns.length > 0) yield* await parquetReadObjects({ file, metadata, columns, rowStart, rowEnd });
    else for (let row = rowStart; row < rowEnd; row++) yield {};
  }
}

function textOr(value: unknown, otherwise: string): string {
  return typeof value === "string" && value.trim() !== "" ? value : otherwise;
}

/** The run's manifest; null without a run. */
export async function runManifest(run: string | null): Promise<Manifest | null> {
  return run === null ? null : readJson(join(run, "manifest.json"), manifestSchema);
}

/** What the environments of a run were made of; empty without a run. */
export async function runLocks(run: string | null): Promise<PublishedManifest["locks"]> {
  const path = run === null ? null : join(run, "environments.jsonl");
  if (path === null || !existsSync(path)) return [];
  const locks: PublishedManifest["locks"] = [];
  for await (const line of textLines(path)) {
    const { state, requirements, pythonVersion, lock } = environmentSchema.parse(JSON.parse(line));
    if (state === "ready") locks.push({ requirements, pythonVersion, lock });
  }
  return locks;
}

/** The audit of a run, or of its training sets; null where none was made. */
export async function auditOf(run: string | null): Promise<AuditSummary | null> {
  if (run === null) return null;
  const path = [join(run, "audit.json"), join(run, "training", "audit.json")].find((one) => existsSync(one));
  return path === undefined ? null : readJson(path, auditSummarySchema);
}

const askedModels = z.looseObject({
  model: z.looseObject({
    name: z.string(),
    roles: z.record(z.string(), z.looseObject({ name: z.string() })).default({}),
  }),
});

/** Names of the models that a run's configuration asks. */
export function modelsOf(manifest: Manifest | null): string[] {
  const asked = askedModels.safeParse(manifest?.stages.generate ?? {});
  if (!asked.success) return [];
  const { name, roles } = asked.data.model;
  return [...new Set([name, ...Object.values(roles).map((role) => role.name)])].toSorted();
}

/** A manifest as strangers may have it: without secrets, and without the addresses of servers of one's own. */
export function publicManifest(manifest: Manifest | null): Manifest | null {
  if (manifest === null) return null;
  const text = JSON.stringify(manifest, (key, value: unknown) => (key === "baseUrl" ? undefined : value));
  return manifestSchema.parse(JSON.parse(redactSecrets(text)));
}

async function readJson<Value>(path: string, schema: z.ZodType<Value>): Promise<Value> {
  try {
    return schema.parse(JSON.parse(await readFile(path, "utf8")));
  } catch (error) {
    throw new ToolkitError("input-invalid", `${path} cannot be read: ${describeError(error)}`, {
      hint: "Export the run again: codergen export RUN; for audit.json, codergen audit RUN.",
      cause: error,
    });
  }
}
