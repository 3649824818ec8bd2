/** The only reader of `process.env`. Empty variables count as unset. */
import { homedir } from "node:os";
import { join } from "node:path";

export type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

/** Values the toolkit takes from the environment; null where nothing is set. */
export interface EnvironmentSettings {
  readonly out: string | null;
  readonly sandbox: string | null;
  readonly workers: string | null;
  readonly cacheDir: string | null;
  readonly python: string | null;
  readonly hubToken: string | null;
  readonly hubUrl: string | null;
  readonly openAiKey: string | null;
  readonly azureKey: string | null;
  readonly model: string | null;
  readonly baseUrl: string | null;
  /** Address of the container engine, e.g. unix:///run/user/1000/docker.sock. */
  readonly dockerHost: string | null;
  /** Image that the docker backend builds on. */
  readonly dockerBase: string | null;
  /** Where a user's own engines keep their sockets. */
  readonly runtimeDir: string | null;
}

export function readEnvironment(variables: EnvironmentVariables = process.env): EnvironmentSettings {
  const value = (name: string): string | null => variables[name] || null;
  return {
    out: value("CODERGEN_OUT"),
    sandbox: value("CODERGEN_SANDBOX"),
    workers: value("CODERGEN_WORKERS"),
    cacheDir: value("CODERGEN_CACHE_DIR"),
    python: value("CODERGEN_PYTHON"),
    hubToken: value("HF_TOKEN"),
    hubUrl: value("HF_ENDPOINT"),
    openAiKey: value("OPENAI_API_KEY"),
    azureKey: value("AZURE_OPENAI_API_KEY"),
    model: value("CODERGEN_MODEL"),
    baseUrl: value("OPENAI_BASE_URL"),
    dockerHost: value("DOCKER_HOST"),
    dockerBase: value("CODERGEN_DOCKER_BASE"),
    runtimeDir: value("XDG_RUNTIME_DIR"),
  };
}

/** Where caches live unless told otherwise: `$XDG_CACHE_HOME/codergen` or `~/.cache/codergen`. */
export function defaultCacheDir(variables: EnvironmentVariables = process.env): string {
  return join(variables["XDG_CACHE_HOME"] || join(homedir(), ".cache"), "codergen");
}

/** The whole environment of this process with some variables set: for programs of the user's own, such as a training. */
export function inheritedEnvironment(
  extra: Readonly<Record<string, string>>,
): Record<string, string | undefined> {
  return { ...process.env, ...extra };
}
