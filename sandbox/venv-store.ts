/**
 * Environments as virtual environments in a folder. One appears by a rename, so an install that was killed
 * is never taken for complete.
 */
import { readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { join } from "node:path";
import {
  type Environment,
  environmentSchema,
  type RealisedEnvironment,
} from "../src/contracts/environment.ts";
import type { EnvironmentStore, RecordOf, StoredEnvironment, Wanted } from "./environment-store.ts";
import { folderBytes } from "./folder-size.ts";
import { installChecked } from "./abi-check.ts";
import { type Installer, settle } from "./installer.ts";
import type { Interpreter } from "./interpreter.ts";
import { makeFolder } from "../src/io/make-folder.ts";

const TEMPORARY = ".installing-";
const RECORD = "environment.json";
const KEY = /^[0-9a-f]+$/;
/** Written beside the record, so that `list` need not count again. */
const SIZE = "size.json";

export interface VenvStoreOptions {
  readonly folder: string;
  readonly interpreter: Interpreter;
  readonly installer: () => Promise<Installer>;
}

export class VenvStore implements EnvironmentStore {
  readonly identity: { readonly python: string; readonly version: string };
  readonly #options: VenvStoreOptions;

  constructor(options: VenvStoreOptions) {
    const { python, version } = options.interpreter;
    this.identity = { python, version };
    this.#options = options;
  }

  base(environment: Environment): RealisedEnvironment {
    const { python, readablePaths } = this.#options.interpreter;
    return { environment, python, readablePaths };
  }

  lockFile(key: string): string {
    return join(this.#options.folder, `${key}.lock`);
  }

  async find(key: string): Promise<RealisedEnvironment | null> {
    const environment = await this.#record(key);
    if (environment === null) return null;
    const now = new Date();
    await utimes(this.#path(key, RECORD), now, now);
    return this.#realised(environment, key);
  }

  async make(wanted: Wanted, recordOf: RecordOf, signal?: AbortSignal): Promise<RealisedEnvironment> {
    const { folder } = this.#options;
    const temporary = join(folder, `${TEMPORARY}${process.pid}-${wanted.key}`);
    const place = join(folder, wanted.key);
    await rm(temporary, { recursive: true, force: true });
    try {
      const lock = await installChecked(await this.#options.installer(), temporary, wanted, signal);
      const environment = recordOf(lock);
      await settle(temporary, place, signal);
      await writeFile(join(temporary, SIZE), JSON.stringify(await folderBytes(temporary)));
      await writeFile(join(temporary, RECORD), JSON.stringify(environment));
      await rename(temporary, place);
      return this.#realised(environment, wanted.key);
    } catch (error) {
      await rm(temporary, { recursive: true, force: true });
      throw error;
    }
  }

  async lock(requirements: readonly string[], constraints: readonly string[], signal?: AbortSignal) {
    return (await this.#options.installer()).lock(requirements, constraints, signal);
  }

  async list(): Promise<StoredEnvironment[]> {
    const names = await readdir(this.#options.folder).catch(() => []);
    const found = await Promise.all(names.filter((name) => KEY.test(name)).map((key) => this.#stored(key)));
    return found.filter((entry) => entry !== null);
  }

  async remove(key: string): Promise<void> {
    if (!KEY.test(key)) return;
    await rm(this.#path(key, RECORD), { force: true }); // first, so that nobody takes a half for a whole
    await rm(this.#path(key), { recursive: true, force: true });
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

  async #stored(key: string): Promise<StoredEnvironment | null> {
    const environment = await this.#record(key);
    if (environment === null) return null;
    const { mtimeMs: usedAtMs } = await stat(this.#path(key, RECORD));
    const bytes = await readFile(this.#path(key, SIZE), "utf8").then(Number, () =>
      folderBytes(this.#path(key)),
    );
    return { key, environment, bytes, usedAtMs };
  }

  async #record(key: string): Promise<Environment | null> {
    if (!existsSync(this.#path(key, RECORD))) return null;
    const record: unknown = JSON.parse(await readFile(this.#path(key, RECORD), "utf8"));
    return environmentSchema.parse(record);
  }

  #path(...parts: string[]): string {
    return join(this.#options.folder, ...parts);
  }

  #realised(environment: Environment, key: string): RealisedEnvironment {
    const folder = this.#path(key);
    const readablePaths = [...this.#options.interpreter.readablePaths, folder];
    return { environment, python: join(folder, "bin/python"), readablePaths };
  }
}
