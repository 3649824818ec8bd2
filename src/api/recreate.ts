/** Making a published dataset anew, from its manifest alone. */
import { existsSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type PublishedManifest, publishedManifestSchema, type RecreatedFile } from "../contracts/publish.ts";
import { ToolkitError } from "../errors.ts";
import { readEnvironment } from "../io/env.ts";
import { HubDataset } from "../io/hub-publish.ts";
import { MANIFEST } from "../pipeline/publish-plan.ts";
import { compareRecreated, recreationDoubts, recreationLayer } from "../pipeline/recreate.ts";
import { toolkitVersion } from "../version.ts";

export interface Recreation {
  /** Where the manifest was found; of the Hub with the revision it was read at. */
  readonly from: string;
  /** The configuration, as a plain object to be checked together with what the user sets. */
  readonly layer: Record<string, unknown>;
  /** Versions to make environments with: give them to `build`. */
  readonly locks: PublishedManifest["locks"];
  /** Why the result may differ, a line each. */
  readonly doubts: readonly string[];
  /** Compares what `build` made in `folder` with what was published. */
  compare(folder: string): Promise<RecreatedFile[]>;
}

export interface RecreationOptions {
  /** Default: HF_TOKEN; without one, what everybody may see. */
  readonly token?: string | null;
  /** Default: HF_ENDPOINT, else https://huggingface.co. */
  readonly hubUrl?: string | null;
  readonly signal?: AbortSignal;
}

const FROM_HUB = /^hub:([A-Za-z0-9][\w.-]*\/[A-Za-z0-9][\w.-]*)(?:@([\w./-]+))?$/;

/**
 * Reads how a dataset was made.
 * @param from `hub:owner/name`, `hub:owner/name@revision`, a `codergen.json`, or a folder that has one.
 * @throws ToolkitError `usage`, `input-not-found`, `input-invalid`, `unauthorized`, `http-failed`.
 */
export async function readRecreation(from: string, options: RecreationOptions = {}): Promise<Recreation> {
  const { text, place } = from.startsWith("hub:") ? await fromHub(from, options) : await fromDisk(from);
  const published = parseManifest(text, place);
  return {
    from: place,
    layer: recreationLayer(published),
    locks: published.locks,
    doubts: recreationDoubts(published, toolkitVersion),
    compare: (folder) => compareRecreated(resolve(folder), published),
  };
}

async function fromHub(from: string, options: RecreationOptions): Promise<{ text: string; place: string }> {
  const [, repository, wanted] = FROM_HUB.exec(from) ?? [];
  if (repository === undefined)
    throw new ToolkitError("usage", `${from} names no dataset on the Hub`, {
      hint: "Write hub:owner/name, or hub:owner/name@revision.",
    });
  const environment = readEnvironment();
  const hub = new HubDataset({
    repository,
    token: options.token ?? environment.hubToken,
    hubUrl: (options.hubUrl ?? environment.hubUrl)?.replace(/\/+$/, "") ?? null,
    ...(options.signal !== undefined && { signal: options.signal }),
  });
  const revision = wanted ?? (await hub.state())?.head;
  const text = revision === undefined ? null : await hub.text(MANIFEST, revision);
  if (text === null)
    throw new ToolkitError("input-not-found", `${hub.url} has no ${MANIFEST}, or is not there`, {
      hint: "Look at the name and the revision; a private one needs HF_TOKEN. Only what `codergen publish` made has that file.",
    });
  return { text, place: `${hub.url} at ${revision}` };
}

async function fromDisk(from: string): Promise<{ text: string; place: string }> {
  const path = existsSync(from) && statSync(from).isDirectory() ? join(from, MANIFEST) : from;
  try {
    return { text: await readFile(path, "utf8"), place: path };
  } catch (error) {
    throw new ToolkitError("input-not-found", `${path} cannot be read`, {
      hint: "Without --source, --from names a published dataset: hub:owner/name, its codergen.json, or a folder that has one.",
      cause: error,
    });
  }
}

function parseManifest(text: string, place: string): PublishedManifest {
  try {
    return publishedManifestSchema.parse(JSON.parse(text));
  } catch (error) {
    throw new ToolkitError("input-invalid", `${place}: ${MANIFEST} is none of this toolkit's`, {
      hint: "It is the file that `codergen publish` puts beside the data; give that one, unchanged.",
      cause: error,
    });
  }
}
