/** Datasets to publish, and a Hub on this machine to publish them to. */
import { createHash } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { publish, type PublishRunOptions } from "../../src/api/publish.ts";
import type { PublishResult } from "../../src/contracts/publish.ts";
import type { TaskRow } from "../../src/contracts/task-row.ts";
import { exportDataset } from "../../src/pipeline/export.ts";
import { type HubSettings, HubUploadServer } from "../io/hub-upload-server.ts";
import { sampleRow } from "./sample-row.ts";
import { sampleSummary } from "./sample-summary.ts";
import { tempFolder } from "./temp-folder.ts";

export const TO = "me/first";
export const TOKEN = "hf_writer";
export const PART_BYTES = 20_000;

/** Text that does not compress, so that a file has several parts. */
export const noise = (seed: number): string =>
  Array.from({ length: 60 }, (_, at) => createHash("sha256").update(`${seed} ${at}`).digest("hex")).join(
    "\n",
  );

export const rows: TaskRow[] = Array.from({ length: 40 }, (_, number) =>
  sampleRow({ task_id: `task_${number}`, program: noise(number), tier: number === 0 ? "all" : "verified" }),
);

export async function datasetFolder(list: readonly TaskRow[] = rows): Promise<string> {
  const run = join(await tempFolder(), "run");
  async function* stream() {
    yield* list;
  }
  await exportDataset(stream, {
    folder: join(run, "export"),
    formats: ["parquet"],
    name: "first",
    toolkitVersion: "0.0.0",
    summary: sampleSummary(list.length, list.length, list.length - 1),
  });
  const generate = {
    generator: "piecewise",
    model: { name: "writer-1", baseUrl: "http://10.0.0.7/v1", roles: { critic: { name: "critic-2" } } },
  };
  const manifest = { schemaVersion: 1, toolkitVersion: "0.0.0", name: "first", stages: { generate } };
  await writeFile(join(run, "manifest.json"), JSON.stringify(manifest));
  return run;
}

export async function withTraining(
  run: string,
  files: Readonly<Record<string, readonly unknown[]>>,
): Promise<void> {
  for (const [name, values] of Object.entries(files)) {
    const path = join(run, "training", name);
    await mkdir(join(path, ".."), { recursive: true });
    await writeFile(path, values.map((value) => `${JSON.stringify(value)}\n`).join(""));
  }
}

export async function startHub(settings: HubSettings = {}) {
  const hub = new HubUploadServer({ partBytes: PART_BYTES, ...settings });
  const hubUrl = await hub.start();
  onTestFinished(() => hub.stop());
  return { hub, hubUrl };
}

export interface Published {
  readonly result: PublishResult;
  readonly notes: string[];
}

export async function published(
  folder: string,
  hubUrl: string,
  wish: object = {},
  options: PublishRunOptions = {},
): Promise<Published> {
  const notes: string[] = [];
  const work = publish(
    folder,
    { to: TO, ...wish },
    { token: TOKEN, hubUrl, wait: () => Promise.resolve(), ...options },
  );
  for (;;) {
    const step = await work.next();
    if (step.done === true) return { result: step.value, notes };
    if (step.value.type === "note") notes.push(step.value.message);
  }
}

/** The files at the head, those of ours only. */
export function headFiles(hub: HubUploadServer): Record<string, string> {
  const files = [...(hub.head(TO)?.files ?? [])].filter(([path]) => path !== ".gitattributes");
  return Object.fromEntries(
    files.map(([path, { bytes }]) => [path, createHash("sha256").update(bytes).digest("hex")]),
  );
}

export const planned = ({ files }: PublishResult): Record<string, string> =>
  Object.fromEntries(files.map(({ path, sha256 }) => [path, sha256]));

export const textAt = (hub: HubUploadServer, path: string): string =>
  hub.head(TO)?.files.get(path)?.bytes.toString() ?? "";
