/**
 * The images of the docker backend, each named by its content: the base (pulled once), one layer of packages
 * an environment, and on top the harness of this version of the toolkit, so that a new version keeps the
 * environments that are there.
 */
import { cp, mkdtemp, rm } from "node:fs/promises";
import { readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Readable } from "node:stream";
import { z } from "zod";
import { packageRoot } from "../../src/io/package-root.ts";
import { hashValue, sha256 } from "../../src/util/hash.ts";
import { buildImage, imageFailure, readProgress } from "./build-image.ts";
import { type Engine, reasonOf, statusOf } from "./engine.ts";
import { INTERPRETER_LABEL, type Labels } from "./labels.ts";
import { runToEnd } from "./run-to-end.ts";

export const DEFAULT_BASE = "python:3.11-slim";
const TAG_DIGITS = 24;
const PULL_TRIES = 3;
const PULL_WAIT_MS = 1_000;
const QUESTION = `
import json, os, platform, sys
print(json.dumps({"python": os.path.realpath(sys.executable), "version": platform.python_version(),
                  "machine": platform.machine(), "glibc": platform.libc_ver()[1]}))
`;

const interpreterSchema = z.object({
  /** Absolute path in the image. */
  python: z.string(),
  version: z.string(),
  machine: z.string(),
  /** Version of the C library, e.g. "2.36"; empty where it is another one. */
  glibc: z.string(),
});
export type ImageInterpreter = z.infer<typeof interpreterSchema>;

export interface BaseImage {
  /** Content id. */
  readonly id: string;
  /** The image to run where no packages are needed. */
  readonly runImage: string;
  readonly interpreter: ImageInterpreter;
}

export class Images {
  readonly engine: Engine;
  readonly baseName: string;
  #base: Promise<BaseImage> | undefined;

  constructor(engine: Engine, baseName: string = DEFAULT_BASE) {
    this.engine = engine;
    this.baseName = baseName;
  }

  /**
   * The base, pulled where it is not here, with the harness on it.
   * @throws ToolkitError `sandbox-failure` when it cannot be had.
   */
  base(): Promise<BaseImage> {
    this.#base ??= this.#makeBase().catch((error: unknown) => {
      this.#base = undefined;
      throw error;
    });
    return this.#base;
  }

  /** Labels of an image; null when it is not here. */
  async labelsOf(name: string): Promise<Labels | null> {
    return (await this.#inspect(name))?.labels ?? null;
  }

  /** `from` with the harness on it, built once. */
  async withHarness(from: string, labels: Labels = {}): Promise<string> {
    const found = await this.#inspect(from);
    if (found === null) throw imageFailure(`The image ${from} is gone.`, undefined);
    const tag = runTag(found.id);
    if ((await this.#inspect(tag)) === null) await this.#addHarness(from, tag, labels);
    return tag;
  }

  async #makeBase(): Promise<BaseImage> {
    const { id } = (await this.#inspect(this.baseName)) ?? (await this.#pull());
    const runImage = runTag(id);
    const label = (await this.labelsOf(runImage))?.[INTERPRETER_LABEL];
    if (label !== undefined) return { id, runImage, interpreter: interpreterSchema.parse(JSON.parse(label)) };
    const interpreter = await this.#askInterpreter();
    await this.#addHarness(this.baseName, runImage, { [INTERPRETER_LABEL]: JSON.stringify(interpreter) });
    return { id, runImage, interpreter };
  }

  async #inspect(name: string): Promise<{ id: string; labels: Labels } | null> {
    try {
      const found = await this.engine.retrying(() => this.engine.docker.getImage(name).inspect());
      return { id: found.Id, labels: found.Config.Labels ?? {} };
    } catch (error) {
      if (statusOf(error) === 404) return null;
      throw error;
    }
  }

  async #pull(): Promise<{ id: string }> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const answer = await this.engine.retrying(() => this.engine.docker.pull(this.baseName));
        await readProgress(answer as Readable);
        const found = await this.#inspect(this.baseName);
        if (found !== null) return found;
        throw new Error("it is not there after the pull");
      } catch (error) {
        if (attempt === PULL_TRIES || [400, 401, 403, 404].includes(statusOf(error) ?? 0)) {
          throw imageFailure(`The base image ${this.baseName} cannot be pulled: ${reasonOf(error)}`, error);
        }
      }
      await sleep(PULL_WAIT_MS * 2 ** (attempt - 1));
    }
  }

  async #askInterpreter(): Promise<ImageInterpreter> {
    const command = ["python3", "-I", "-c", QUESTION];
    const { exitCode, output, errors } = await runToEnd(this.engine, { image: this.baseName, command });
    if (exitCode !== 0) {
      throw imageFailure(`The base image ${this.baseName} has no Python: ${errors.toString()}`, undefined);
    }
    return interpreterSchema.parse(JSON.parse(output.toString()));
  }

  async #addHarness(base: string, tag: string, labels: Labels): Promise<void> {
    const folder = await mkdtemp(join(tmpdir(), "codergen-image-"));
    try {
      await cp(harnessFolder(), join(folder, "harness"), {
        recursive: true,
        filter: (path) => !path.includes("__pycache__"),
      });
      await cp(dockerfile("Dockerfile"), join(folder, "Dockerfile"));
      await buildImage(this.engine, { tag, folder, dockerfile: "Dockerfile", base, labels });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
}

const harnessFolder = () => join(packageRoot(), "sandbox/harness");

/** Absolute path of one of the toolkit's Dockerfiles. */
export const dockerfile = (name: string) => join(packageRoot(), "sandbox/images", name);

/** Name of an environment's layer. */
export const environmentTag = (key: string) => `codergen/environment:${key.slice(0, TAG_DIGITS)}`;

let harness: string | undefined;

function runTag(from: string): string {
  harness ??= harnessHash();
  return `codergen/sandbox:${hashValue({ from, harness }).slice(0, TAG_DIGITS)}`;
}

function harnessHash(): string {
  const folder = harnessFolder();
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes("__pycache__"))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const hashes = names.map((path) => [path.slice(folder.length), sha256(readFileSync(path))]);
  return hashValue([...hashes, sha256(readFileSync(dockerfile("Dockerfile")))]);
}
