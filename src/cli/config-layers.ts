/** Joins a command's flags with environment and configuration file: argument > environment > file > default. */
import { existsSync } from "node:fs";
import type { Config } from "../index.ts";
import { type Flags, runLayer } from "./flags.ts";

/**
 * The checked configuration of a command.
 * @param extra What this command's own flags set.
 * @param base The weakest layer, which stands in for a codergen.yaml that nobody named.
 * @throws ToolkitError `config-invalid`, `input-not-found`.
 */
export async function configOf(
  flags: Flags,
  extra: Readonly<Record<string, unknown>>,
  base: Readonly<Record<string, unknown>> | null = null,
): Promise<Config> {
  const { CONFIG_FILE, environmentLayer, readConfigFile, readEnvironment, resolveConfig } = await import(
    "../index.ts"
  );
  const given = typeof flags["config"] === "string" ? flags["config"] : null;
  const path = given ?? (base === null && existsSync(CONFIG_FILE) ? CONFIG_FILE : null);
  const file = path === null ? {} : await readConfigFile(path);
  const layers = [{ ...runLayer(flags), ...extra }, environmentLayer(readEnvironment()), file, base ?? {}];
  return resolveConfig(layers, path ?? "arguments");
}
