/** Composition root: the only file that names concrete adapters. Each is made on first use. */
import { join } from "node:path";
import {
  allowOnly,
  createDockerBackend,
  type DockerBackend,
  createEnvironmentManager,
  createSandbox,
  engineChecks,
  imagesFor,
  type LockingEnvironmentManager,
  openScriptPlace,
  openShell,
  type ScriptPlaceRequest,
  type ShellOptions,
  probeBackends,
} from "../sandbox/index.ts";
import { sources } from "../scrapers/index.ts";
import { parsePages } from "../scrapers/parse-pool.ts";
import { createPydocSource, pydocOptions, pydocSummary } from "../scrapers/pydoc/index.ts";
import type { Config, ModelConfig } from "./contracts/config.ts";
import type { EnvironmentLock, ResolutionRecord } from "./contracts/environment.ts";
import { sourceNames, type SourceName } from "./contracts/document.ts";
import type { Generator, ModelSet } from "./contracts/generator.ts";
import type { RepairAgent } from "./contracts/repair.ts";
import type { Sandbox } from "./contracts/sandbox.ts";
import type { Source } from "./contracts/source.ts";
import { ToolkitError } from "./errors.ts";
import { createModelSet } from "./model-set.ts";
import { generators } from "./generate/index.ts";
import { repairAgents } from "./repair/index.ts";
import { type FetchedAsset, fetchAssets } from "./io/asset-cache.ts";
import { defaultCacheDir, readEnvironment } from "./io/env.ts";
import type { Asset } from "./python/assets.ts";
import type { Ledger } from "./model/ledger.ts";
import type { ModelServer } from "./model/model-call.ts";
import type { ScriptPlace } from "./io/script-place.ts";
import { nearestName } from "./util/nearest.ts";
import { makeFolderSync } from "./io/make-folder.ts";

/** What `doctor` says of the isolation backends, the strongest first. */
export const probeIsolation = probeBackends;

/** What `doctor` says of the container engine. */
export const probeEngine = engineChecks;

/** Summary and option schema of every source, for which nothing has to be started. */
export const sourceOptionSchemas: Readonly<Record<SourceName, Pick<Source, "summary" | "options">>> = {
  ...(sources as Record<Exclude<SourceName, "pydoc">, Source>),
  pydoc: { summary: pydocSummary, options: pydocOptions },
};

export type ToolkitSettings = Pick<Config, "sandbox" | "workers" | "python" | "cacheDir"> &
  Partial<Pick<Config, "docker" | "gpus" | "gpuShares" | "network" | "environments">> & {
    /** Versions recorded earlier, which requirement sets are then realised with. */
    readonly locks?: readonly EnvironmentLock[] | undefined;
    /** Ask the index for versions, whatever was resolved earlier, and remember here what it said. */
    readonly resolutions?: ResolutionRecord | undefined;
  };

export type ShellRequest = Pick<ShellOptions, "files" | "input" | "output" | "errors">;

export interface Toolkit {
  sandbox(): Promise<Sandbox>;
  environments(): Promise<LockingEnvironmentManager>;
  source(name: SourceName): Promise<Source>;
  generator(name: string): Generator;
  /** The models of a configuration, under one budget of which some is spent already. */
  models(config: ModelConfig, ledger: Ledger, server?: ModelServer): ModelSet;
  /** Where scripts with these requirements run; with the docker backend in containers of its own. */
  scriptPlace(request: ScriptPlaceRequest, signal: AbortSignal): Promise<ScriptPlace>;
  readonly parsePages: typeof parsePages;
  /** Fetches models and data into the cache that runs may read; this uses the network. */
  fetchAssets(assets: readonly Asset[]): AsyncGenerator<FetchedAsset>;
  /** A shell for a person where programs with these requirements run; its exit status. */
  shell(requirements: readonly string[], options: ShellRequest, signal: AbortSignal): Promise<number | null>;
  /** Ends every process the toolkit started. */
  close(): Promise<void>;
}

/** The adapters for some settings. Nothing is started until it is asked for. */
export function createToolkit(settings: ToolkitSettings): Toolkit {
  const cacheDir = settings.cacheDir ?? defaultCacheDir();
  let sandbox: Promise<Sandbox> | null = null;
  let environments: Promise<LockingEnvironmentManager> | null = null;
  const assetFolder = join(cacheDir, "assets");
  if (settings.network === "prefetch") makeFolderSync(assetFolder);
  const docker = createDockerBackend(settings.docker);
  const makeEnvironments = (choice = settings.sandbox) =>
    environmentsFor(settings, { choice, docker, cacheDir });
  const forScripts = () => makeEnvironments(settings.sandbox === "docker" ? "docker" : "none");
  const scripts = { settings, docker, cacheDir, environments: forScripts };
  const toolkit: Toolkit = {
    parsePages,
    fetchAssets: (assets) => {
      const { hubUrl, hubToken } = readEnvironment();
      return fetchAssets(assets, { folder: assetFolder, hubUrl, hubToken });
    },
    sandbox: () => (sandbox ??= createSandbox({ ...sandboxOptions(settings), assetFolder, docker })),
    environments: async () => {
      const allow = settings.environments?.allow ?? null;
      const manager = await (environments ??= makeEnvironments());
      return allow === null ? manager : allowOnly(manager, allow);
    },
    generator: generatorNamed,
    models: (config, ledger, server) =>
      createModelSet(config, { cacheDir, ledger, ...(server !== undefined && { server }) }),
    scriptPlace: (request, signal) => openScriptPlace(scripts, request, signal),
    async source(name) {
      if (name !== "pydoc") return (sources as unknown as Record<string, Source>)[name] as Source;
      return createPydocSource({
        sandbox: await toolkit.sandbox(),
        environments: await (environments ??= makeEnvironments()), // the user has named these packages
      });
    },
    async shell(requirements, options, signal) {
      const environment = await (await toolkit.environments()).resolve(requirements, signal);
      const { state, reason } = environment.environment;
      if (state === "install-failed")
        throw new ToolkitError("install-failed", reason ?? "not installed", {
          hint: "Change the requirements in the task's install cell, or give --python one that they install for.",
        });
      const isolation = { backend: settings.sandbox, docker, network: settings.network === "run" };
      return openShell(environment, { ...isolation, ...options }, signal);
    },
    async close() {
      await (await sandbox?.catch(() => null))?.close();
      await docker.close();
    },
  };
  return toolkit;
}

/** Virtual environments of this machine, or images where the choice comes out as docker. */
async function environmentsFor(
  settings: ToolkitSettings,
  { choice, docker, cacheDir }: EnvironmentPlace,
): Promise<LockingEnvironmentManager> {
  const images = await imagesFor(choice, docker);
  const { quotaGb = null, extraIndex = null, constraints = [] } = settings.environments ?? {};
  return createEnvironmentManager({
    python: settings.python,
    cacheDir,
    ...(images && { images }),
    ...(quotaGb !== null && { quotaBytes: quotaGb * 1e9 }),
    ...(extraIndex !== null && { extraIndex }),
    ...(settings.locks && { locks: settings.locks }),
    ...(settings.resolutions && { resolutions: settings.resolutions, upgrade: true }),
    constraints,
  });
}

interface EnvironmentPlace {
  readonly choice: ToolkitSettings["sandbox"];
  readonly docker: DockerBackend;
  readonly cacheDir: string;
}

function sandboxOptions({ sandbox, workers, network, gpus = "none", gpuShares = 1 }: ToolkitSettings) {
  const devices = gpus === "none" ? [] : gpus.split(",");
  return { backend: sandbox, workers, network: network === "run", gpus: { devices, shares: gpuShares } };
}

/**
 * A generator by name.
 * @throws ToolkitError `usage` with the nearest name and the choices.
 */
export function generatorNamed(name: string): Generator {
  return named<Generator>(generators, name, "generator");
}

/**
 * A repair agent by name.
 * @throws ToolkitError `usage` with the nearest name and the choices.
 */
export function repairAgentNamed(name: string): RepairAgent {
  return named<RepairAgent>(repairAgents, name, "repair agent");
}

/**
 * A source's name, checked.
 * @throws ToolkitError `usage` with the nearest name and the choices.
 */
export function sourceNameOf(name: string): SourceName {
  const found = sourceNames.find((known) => known === name);
  if (found !== undefined) return found;
  throw unknownName("source", name, sourceNames);
}

function named<Value>(record: Readonly<Record<string, Value>>, name: string, what: string): Value {
  const value = Object.hasOwn(record, name) ? record[name] : undefined;
  if (value === undefined) throw unknownName(what, name, Object.keys(record));
  return value;
}

function unknownName(what: string, name: string, known: readonly string[]): ToolkitError {
  const nearest = nearestName(name, known);
  const guess = nearest === null ? "" : `Did you mean "${nearest}"? `;
  return new ToolkitError("usage", `there is no ${what} named "${name}"`, {
    hint: `${guess}Choices: ${known.join(", ")}.`,
  });
}
