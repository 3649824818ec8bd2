/** Flags shared by several commands, and how they become layers of configuration. */
import { type Command, InvalidArgumentError, Option } from "@commander-js/extra-typings";
import type { SourceDescription, SourceOption } from "../index.ts";
import { collect, parseWholeNumber } from "./command.ts";

/** What commander hands to an action: values by camel-case name. */
export type Flags = Readonly<Record<string, unknown>>;

export const SANDBOXES = ["auto", "docker", "bubblewrap", "namespace", "none"];
const NETWORKS = ["none", "prefetch", "run"];

/** --config, --out, --name, --sandbox, --base-image, --gpus, --network, --workers, --python, --cache-dir, --constraint, --json. */
export function addRunOptions(command: Command): Command {
  return command
    .option("--config <file>", "configuration file (default: codergen.yaml here, when there is one)")
    .option("--out <dir>", "folder of the run (default: runs/<name>)")
    .option("--name <name>", "name of the run and of the dataset")
    .addOption(new Option("--sandbox <backend>", "isolation of programs").choices(SANDBOXES))
    .option("--base-image <image>", "image with Python that the docker backend builds on")
    .option("--gpus <ids>", 'GPUs for tasks that need one: "all", or ids such as 0,1')
    .addOption(new Option("--network <when>", "who may use the network").choices(NETWORKS))
    .option("--workers <n>", "programs run at one time", parseWholeNumber)
    .option("--python <path>", "base interpreter")
    .option("--cache-dir <dir>", "where environments are cached")
    .option(
      "--constraint <requirement>",
      "versions of a package, also as a dependency, e.g. numpy<2; repeatable",
      collect as never,
    )
    .option("--json", "one JSON object a line on standard output");
}

/** --config, --sandbox, --base-image, --gpus, --network, --python, --cache-dir, --json: for work outside of a run. */
export function addSandboxOptions(command: Command): Command {
  return command
    .option("--config <file>", "configuration file (default: codergen.yaml here, when there is one)")
    .addOption(new Option("--sandbox <backend>", "isolation of programs").choices(SANDBOXES))
    .option("--base-image <image>", "image with Python that the docker backend builds on")
    .option("--gpus <ids>", 'GPUs for programs that need one: "all", or ids such as 0,1')
    .addOption(new Option("--network <when>", "who may use the network").choices(NETWORKS))
    .option("--python <path>", "base interpreter")
    .option("--cache-dir <dir>", "where environments and answers are cached")
    .option("--json", "one JSON object a line on standard output");
}

/** --model, --base-url, --azure-api-version, --budget, --rounds, --record, --replay. */
export function addModelOptions(command: Command): Command {
  return command
    .option("--model <name>", "language model for generators that need one")
    .option("--base-url <url>", "OpenAI-compatible server, e.g. http://127.0.0.1:8080/v1")
    .option("--azure-api-version <version>", "ask Azure; --base-url is the resource's endpoint")
    .option("--budget <usd>", "hard limit in US dollars", parseAmount)
    .option("--batch", "ask by the Batch API: half the price, answers within a day")
    .option("--rounds <n>", "rounds of feedback after the first answer", parseWholeNumber)
    .option("--record <dir>", "keep every complete answer in a folder")
    .option("--replay <dir>", "answer from a recording, without any server") as Command;
}

/** The model options among `flags`, as a layer of configuration; undefined when none was given. */
export function modelLayer(flags: Flags): Record<string, unknown> | undefined {
  const { model: name, baseUrl, azureApiVersion, budget: budgetUsd, batch } = flags;
  const { rounds, record, replay } = flags;
  const layer = { name, baseUrl, azureApiVersion, budgetUsd, batch, rounds, record, replay };
  return Object.values(layer).some((value) => value !== undefined) ? layer : undefined;
}

function parseAmount(value: string): number {
  const number = Number(value);
  if (!(number > 0)) throw new InvalidArgumentError("give an amount above zero, e.g. 2.50");
  return number;
}

/** One flag for every option that some source has; the same option of several sources is one flag. */
export function addSourceOptions(command: Command, sources: readonly SourceDescription[]): Command {
  const named = new Set(command.options.map((option) => option.attributeName()));
  for (const [key, option] of mergedOptions(sources)) {
    const made = flagOf(option, usersOf(key, sources));
    if (!named.has(made.attributeName())) command.addOption(made);
  }
  return command;
}

/** The source options among `flags`, by the option's own key. */
export function sourceValues(flags: Flags, source: SourceDescription): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const option of source.options) {
    const value = flags[flagOf(option, []).attributeName()];
    if (value !== undefined) values[option.key] = value;
  }
  return values;
}

/** Flags that were given and that none of the named sources takes, as they are written. */
export function strayFlags(
  flags: Flags,
  named: readonly SourceDescription[],
  all: readonly SourceDescription[],
): string[] {
  const longs = (sources: readonly SourceDescription[]) =>
    new Map(
      sources.flatMap(({ options }) =>
        options.map((option) => {
          const made = flagOf(option, []);
          return [made.attributeName(), made.long ?? ""] as const;
        }),
      ),
    );
  const own = longs(named);
  return [...longs(all)].flatMap(([name, long]) =>
    flags[name] === undefined || own.has(name) ? [] : [long],
  );
}

/** The flags that a source takes, as they are written. */
export function flagsOf({ options }: SourceDescription): string[] {
  return options.map((option) => flagOf(option, []).long ?? "");
}

/** The run options among `flags`, as a layer of configuration. */
export function runLayer(flags: Flags): Record<string, unknown> {
  const { out, name, sandbox, gpus, network, workers, python, cacheDir, baseImage } = flags;
  const docker = baseImage === undefined ? undefined : { baseImage };
  const constraints = flags["constraint"];
  const environments = constraints === undefined ? undefined : { constraints };
  const model = modelLayer(flags);
  return { out, name, sandbox, docker, gpus, network, workers, python, cacheDir, environments, model };
}

/** `packages` is given as `--package`, `minDownloads` as `--min-downloads`, a mapping as `--columns key=value`. */
function flagOf(option: SourceOption, users: readonly string[]): Option {
  const kebab = option.key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const name = option.type === "list" ? kebab.replace(/s$/, "") : kebab;
  const where = users.length === 0 ? "" : ` [${users.join(", ")}]`;
  const description = `${option.description}${option.type === "list" ? "; repeatable" : ""}${where}`;
  switch (option.type) {
    case "flag":
      return new Option(`--${name}`, description);
    case "list":
      return new Option(`--${name} <value>`, description).argParser(collect as never);
    case "mapping":
      return new Option(`--${name} <key=value>`, `${description}; repeatable`).argParser(
        collectPair as never,
      );
    case "number":
    case "text":
      return new Option(`--${name} <value>`, description);
  }
  return option.type satisfies never;
}

/** `name=title`, or several with commas between; given again, pairs add up. */
function collectPair(value: string, previous: Record<string, string> | undefined): Record<string, string> {
  const pairs = value.split(",").map((pair) => {
    const equals = pair.indexOf("=");
    if (equals < 1) throw new InvalidArgumentError("give pairs like name=title");
    return [pair.slice(0, equals).trim(), pair.slice(equals + 1).trim()];
  });
  const names = [...Object.keys(previous ?? {}), ...pairs.map(([name]) => name ?? "")];
  const doubled = names.find((name, place) => names.indexOf(name) !== place);
  if (doubled !== undefined) throw new InvalidArgumentError(`${doubled} is given twice`);
  return { ...previous, ...(Object.fromEntries(pairs) as Record<string, string>) };
}

function mergedOptions(sources: readonly SourceDescription[]): Map<string, SourceOption> {
  const merged = new Map<string, SourceOption>();
  for (const source of sources) {
    for (const option of source.options) if (!merged.has(option.key)) merged.set(option.key, option);
  }
  return merged;
}

function usersOf(key: string, sources: readonly SourceDescription[]): string[] {
  if (sources.length === 1) return [];
  return sources
    .filter(({ options }) => options.some((option) => option.key === key))
    .map(({ name }) => name);
}
