/** Reads `codergen.yaml` and joins it with arguments and environment: argument > environment > file > default. */
import { readFile } from "node:fs/promises";
import { parseDocument } from "yaml";
import { type Config, configSchema } from "../contracts/config.ts";
import { ToolkitError } from "../errors.ts";
import { validate } from "../util/validate.ts";
import type { EnvironmentSettings } from "./env.ts";

export const CONFIG_FILE = "codergen.yaml";

type PlainObject = Readonly<Record<string, unknown>>;

/**
 * The configuration file as a plain object, unchecked.
 * @throws ToolkitError `input-not-found` when there is no such file, `config-invalid` with line and column when it
 * is not YAML or not a mapping.
 */
export async function readConfigFile(path: string): Promise<PlainObject> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    throw new ToolkitError("input-not-found", `cannot read the configuration file ${path}`, {
      hint: "Give its path with --config, or write one with `codergen init`.",
      cause: error,
    });
  }
  const document = parseDocument(text, { prettyErrors: true });
  const [problem] = document.errors;
  if (problem !== undefined) {
    const place = problem.linePos?.[0];
    const where = place === undefined ? path : `${path}:${place.line}:${place.col}`;
    throw new ToolkitError("config-invalid", `${where}: ${problem.message.split("\n", 1)[0]}`, {
      hint: "Correct the YAML; `codergen init` writes a commented example.",
    });
  }
  const value: unknown = document.toJS({ maxAliasCount: 100 });
  if (value === null || typeof value !== "object" || Array.isArray(value)) {
    throw new ToolkitError("config-invalid", `${path} must be a mapping of keys to values`, {
      hint: "`codergen init` writes a commented example.",
    });
  }
  return value as PlainObject;
}

/**
 * The checked configuration.
 * @param layers Plain objects, the strongest first; nested mappings are joined key by key.
 */
export function resolveConfig(layers: readonly PlainObject[], where: string): Config {
  const merged = layers.reduceRight<PlainObject>((weaker, stronger) => mergeObjects(weaker, stronger), {});
  return validate(configSchema, merged, where);
}

/** What the environment sets, as a layer of configuration. */
export function environmentLayer(settings: EnvironmentSettings): PlainObject {
  const layer: Record<string, unknown> = {
    out: settings.out,
    sandbox: settings.sandbox,
    workers: settings.workers === null ? null : Number(settings.workers),
    python: settings.python,
    cacheDir: settings.cacheDir,
    docker: settings.dockerBase === null ? null : { baseImage: settings.dockerBase },
    model: settings.model === null ? null : { name: settings.model, baseUrl: settings.baseUrl ?? undefined },
  };
  return Object.fromEntries(Object.entries(layer).filter(([, value]) => value !== null));
}

function mergeObjects(weaker: PlainObject, stronger: PlainObject): PlainObject {
  const merged: Record<string, unknown> = { ...weaker };
  for (const [key, value] of Object.entries(stronger)) {
    if (value === undefined) continue;
    const below = merged[key];
    merged[key] = isObject(value) && isObject(below) ? mergeObjects(below, value) : value;
  }
  return merged;
}

function isObject(value: unknown): value is PlainObject {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}
