/**
 * The environment manager: requirement sets become virtual environments, each made once, cached by content
 * and shared by every task that asks for the same. An environment appears in the cache by a rename, so one
 * that a killed install left behind is never taken for complete. A failed install is remembered for this
 * process only, since what an index lacks today it may have tomorrow.
 */
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import {
  type Environment,
  type EnvironmentManager,
  environmentSchema,
  type RealisedEnvironment,
} from "../src/contracts/environment.ts";
import { hashValue } from "../src/util/hash.ts";
import { withLock } from "./folder-lock.ts";
import { chooseInstaller, InstallFailure, type Installer, settle } from "./installer.ts";
import { findInterpreter, type Interpreter } from "./interpreter.ts";
import { requirementSet } from "./requirement-set.ts";

const ID_DIGITS = 16;
const TEMPORARY = ".installing-";
const RECORD = "environment.json";

export interface EnvironmentManagerOptions {
  /** Path or name of the base interpreter ("python3"). */
  readonly python?: string;
  /** Folder for environments and wheels; made when missing. */
  readonly cacheDir: string;
  readonly installer?: "auto" | "uv" | "pip";
  /** Build source distributions too. Off: their build runs foreign code outside the sandbox. */
  readonly sourceBuilds?: boolean;
}

/** The port, and environments made again from their lock. */
export interface LockingEnvironmentManager extends EnvironmentManager {
  readonly interpreter: Interpreter;
  /** The very same versions as in `environment.lock`, whatever the index has now. */
  restore(environment: Environment, signal?: AbortSignal): Promise<RealisedEnvironment>;
}

interface Wanted {
  readonly key: string;
  readonly requirements: readonly string[];
  /** Exact versions to install without looking for dependencies; null to resolve. */
  readonly lock: readonly string[] | null;
}

class Manager implements LockingEnvironmentManager {
  readonly interpreter: Interpreter;
  readonly #folder: string;
  readonly #options: EnvironmentManagerOptions;
  readonly #known = new Map<string, Promise<RealisedEnvironment>>();
  #installer: Promise<Installer> | undefined;

  constructor(options: EnvironmentManagerOptions, interpreter: Interpreter) {
    this.interpreter = interpreter;
    this.#options = options;
    this.#folder = join(options.cacheDir, "environments");
  }

  resolve(requirements: readonly string[], signal?: AbortSignal): Promise<RealisedEnvironment> {
    return this.#realise(requirementSet(requirements), null, signal);
  }

  restore(environment: Environment, signal?: AbortSignal): Promise<RealisedEnvironment> {
    return this.#realise(environment.requirements, environment.lock, signal);
  }

  #realise(
    requirements: readonly string[],
    lock: readonly string[] | null,
    signal?: AbortSignal,
  ): Promise<RealisedEnvironment> {
    if (requirements.length === 0) return Promise.resolve(this.#base());
    const { python, version } = this.interpreter;
    const key = hashValue({ requirements, lock, python, version }).slice(0, 2 * ID_DIGITS);
    const wanted = { key, requirements, lock };
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const made = this.#findOrInstall(wanted, signal).catch((error: unknown) => {
      this.#known.delete(key);
      throw error;
    });
    this.#known.set(key, made);
    return made;
  }

  #base(): RealisedEnvironment {
    const { python, readablePaths } = this.interpreter;
    return { environment: this.#record([], [], null), python, readablePaths };
  }

  #record(requirements: readonly string[], lock: readonly string[], reason: string | null): Environment {
    const pythonVersion = this.interpreter.version;
    const id = hashValue({ requirements, pythonVersion, lock }).slice(0, ID_DIGITS);
    const state = reason === null ? "ready" : "install-failed";
    return { id, requirements: [...requirements], pythonVersion, state, lock: [...lock], reason };
  }

  async #findOrInstall(wanted: Wanted, signal?: AbortSignal): Promise<RealisedEnvironment> {
    const folder = join(this.#folder, wanted.key);
    const found = await this.#find(folder);
    if (found !== null) return found;
    const lockFile = join(this.#folder, `${wanted.key}.lock`);
    return withLock(
      lockFile,
      async () => (await this.#find(folder)) ?? this.#install(wanted, folder, signal),
      signal,
    );
  }

  async #find(folder: string): Promise<RealisedEnvironment | null> {
    if (!existsSync(join(folder, RECORD))) return null;
    const record: unknown = JSON.parse(await readFile(join(folder, RECORD), "utf8"));
    return this.#realised(environmentSchema.parse(record), folder);
  }

  #realised(environment: Environment, folder: string): RealisedEnvironment {
    const readablePaths = [...this.interpreter.readablePaths, folder];
    return { environment, python: join(folder, "bin/python"), readablePaths };
  }

  async #install(wanted: Wanted, folder: string, signal?: AbortSignal): Promise<RealisedEnvironment> {
    const temporary = join(this.#folder, `${TEMPORARY}${process.pid}-${wanted.key}`);
    await rm(temporary, { recursive: true, force: true });
    try {
      const installer = await this.#chooseInstaller();
      await installer.install(temporary, wanted.lock ?? wanted.requirements, wanted.lock === null, signal);
      const lock = await installer.freeze(temporary, signal);
      const environment = this.#record(wanted.requirements, lock, null);
      await settle(temporary, folder, signal);
      await writeFile(join(temporary, RECORD), JSON.stringify(environment));
      await rename(temporary, folder);
      return this.#realised(environment, folder);
    } catch (error) {
      await rm(temporary, { recursive: true, force: true });
      if (!(error instanceof InstallFailure)) throw error;
      const { python, readablePaths } = this.interpreter;
      return { environment: this.#record(wanted.requirements, [], error.message), python, readablePaths };
    }
  }

  #chooseInstaller(): Promise<Installer> {
    const { installer = "auto", sourceBuilds = false, cacheDir } = this.#options;
    const { python } = this.interpreter;
    this.#installer ??= chooseInstaller(
      { python, wheelCache: join(cacheDir, "wheels"), sourceBuilds },
      installer,
    );
    return this.#installer;
  }

  /** Removes what killed installs left. */
  async clean(): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    for (const name of await readdir(this.#folder)) {
      const owner = name.startsWith(TEMPORARY) ? name.slice(TEMPORARY.length).split("-")[0] : undefined;
      if (owner === undefined || existsSync(`/proc/${owner}`)) continue;
      await rm(join(this.#folder, name), { recursive: true, force: true });
    }
  }
}

/**
 * A manager over the environments in `cacheDir`.
 * @throws ToolkitError `prerequisite-missing` when there is no Python 3.9 or later.
 */
export async function createEnvironmentManager(
  options: EnvironmentManagerOptions,
): Promise<LockingEnvironmentManager> {
  const cacheDir = resolve(options.cacheDir);
  const manager = new Manager({ ...options, cacheDir }, await findInterpreter(options.python ?? "python3"));
  await manager.clean();
  return manager;
}
