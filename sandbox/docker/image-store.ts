/**
 * Environments as layers of images. Packages are installed from wheels on the host, for the Python in the
 * image, and copied in as one layer; nothing is fetched while the image is built. The record lies in a label,
 * so the engine's images are the only list of what there is.
 */
import { cp, readdir, rm, stat, utimes, writeFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { join } from "node:path";
import {
  type Environment,
  environmentSchema,
  type RealisedEnvironment,
} from "../../src/contracts/environment.ts";
import { ToolkitError } from "../../src/errors.ts";
import { installChecked } from "../abi-check.ts";
import type { EnvironmentStore, RecordOf, StoredEnvironment, Wanted } from "../environment-store.ts";
import { type InstallTarget, installTarget } from "../install-target.ts";
import type { Installer } from "../installer.ts";
import { buildImage } from "./build-image.ts";
import { statusOf } from "./engine.ts";
import { type BaseImage, dockerfile, environmentTag, type Images } from "./images.ts";
import { ENVIRONMENT_LABEL } from "./labels.ts";
import { makeFolder } from "../../src/io/make-folder.ts";

const TEMPORARY = ".installing-";
const INSIDE = "/opt/codergen/environment/bin/python";
const KEY_LABEL = "codergen.key";

export interface ImageStoreOptions {
  /** Folder on the host for installs under way and for when images were last used. */
  readonly folder: string;
  readonly images: Images;
  readonly base: BaseImage;
  readonly installer: (target: InstallTarget) => Promise<Installer>;
}

export class ImageStore implements EnvironmentStore {
  readonly identity: { readonly python: string; readonly version: string };
  readonly #options: ImageStoreOptions;
  #installer: Promise<Installer> | undefined;

  constructor(options: ImageStoreOptions) {
    const { id, interpreter } = options.base;
    this.identity = { python: `${id} ${interpreter.python}`, version: interpreter.version };
    this.#options = options;
  }

  base(environment: Environment): RealisedEnvironment {
    const { interpreter, runImage } = this.#options.base;
    return { environment, python: interpreter.python, readablePaths: [], image: runImage };
  }

  lockFile(key: string): string {
    return join(this.#options.folder, `${key}.lock`);
  }

  async find(key: string): Promise<RealisedEnvironment | null> {
    const label = (await this.#options.images.labelsOf(environmentTag(key)))?.[ENVIRONMENT_LABEL];
    if (label === undefined) return null;
    return this.#realised(environmentSchema.parse(JSON.parse(label)), key);
  }

  async make(wanted: Wanted, recordOf: RecordOf, signal?: AbortSignal): Promise<RealisedEnvironment> {
    const { folder, images } = this.#options;
    const temporary = join(folder, `${TEMPORARY}${process.pid}-${wanted.key}`);
    await rm(temporary, { recursive: true, force: true });
    try {
      const environmentFolder = join(temporary, "environment");
      await makeFolder(temporary);
      const lock = await installChecked(await this.#chooseInstaller(), environmentFolder, wanted, signal);
      const environment = recordOf(lock);
      await writeFile(join(environmentFolder, "requirements.lock"), `${lock.join("\n")}\n`);
      await cp(dockerfile("Dockerfile.environment"), join(temporary, "Dockerfile"));
      await buildImage(images.engine, {
        tag: environmentTag(wanted.key),
        folder: temporary,
        dockerfile: "Dockerfile",
        base: images.baseName,
        labels: { [ENVIRONMENT_LABEL]: JSON.stringify(environment), [KEY_LABEL]: wanted.key },
      });
      return await this.#realised(environment, wanted.key);
    } finally {
      await rm(temporary, { recursive: true, force: true });
    }
  }

  async lock(requirements: readonly string[], constraints: readonly string[], signal?: AbortSignal) {
    return (await this.#chooseInstaller()).lock(requirements, constraints, signal);
  }

  async list(): Promise<StoredEnvironment[]> {
    const { docker } = this.#options.images.engine;
    const images = await docker.listImages({ filters: { label: [ENVIRONMENT_LABEL] } });
    const layers = images.filter(({ RepoTags }) => RepoTags?.some((tag) => tag.startsWith(LAYERS)) === true);
    const baseBytes = (await docker.getImage(this.#options.images.baseName).inspect()).Size;
    return Promise.all(
      layers.map(async ({ Labels, Size, Created }) => {
        const key = Labels[KEY_LABEL] ?? "";
        const environment = environmentSchema.parse(JSON.parse(Labels[ENVIRONMENT_LABEL] ?? "{}"));
        const usedAtMs = await stat(this.#usedFile(key)).then(
          ({ mtimeMs }) => mtimeMs,
          () => Created * 1000,
        );
        return { key, environment, bytes: Math.max(Size - baseBytes, 0), usedAtMs };
      }),
    );
  }

  async remove(key: string): Promise<void> {
    const { images } = this.#options;
    const layer = environmentTag(key);
    try {
      const { docker } = images.engine;
      const above = await docker.listImages({ filters: { label: [`${LAYER_LABEL}=${layer}`] } });
      for (const { Id } of above) await docker.getImage(Id).remove({ force: true });
      await docker.getImage(layer).remove({ force: true });
    } catch (error) {
      if (statusOf(error) !== 404) throw error;
    }
    await rm(this.#usedFile(key), { force: true });
  }

  async clean(): Promise<void> {
    const { folder } = this.#options;
    await makeFolder(folder);
    for (const name of await readdir(folder)) {
      const owner = name.startsWith(TEMPORARY) ? name.slice(TEMPORARY.length).split("-")[0] : undefined;
      if (owner === undefined || existsSync(`/proc/${owner}`)) continue;
      await rm(join(folder, name), { recursive: true, force: true });
    }
  }

  #chooseInstaller(): Promise<Installer> {
    this.#installer ??= this.#options.installer(targetOf(this.#options.base));
    return this.#installer;
  }

  async #realised(environment: Environment, key: string): Promise<RealisedEnvironment> {
    const layer = environmentTag(key);
    const image = await this.#options.images.withHarness(layer, { [LAYER_LABEL]: layer });
    await this.#touch(key);
    return { environment, python: INSIDE, readablePaths: [], image };
  }

  async #touch(key: string): Promise<void> {
    const path = this.#usedFile(key);
    const now = new Date();
    await utimes(path, now, now).catch(() => writeFile(path, ""));
  }

  #usedFile(key: string): string {
    return join(this.#options.folder, `${key}.used`);
  }
}

/** Names of the layers of environments begin so. */
const LAYERS = environmentTag("");
/** On an image to run: the layer of packages under it. */
const LAYER_LABEL = "codergen.layer";

function targetOf({ interpreter }: BaseImage): InstallTarget {
  try {
    return installTarget(interpreter);
  } catch (error) {
    throw new ToolkitError("prerequisite-missing", "Packages cannot be installed into this base image.", {
      hint: "Take a base with glibc on x86_64 or aarch64, such as python:3.11-slim.",
      cause: error,
    });
  }
}
