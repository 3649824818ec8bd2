/** Lists what packages document, by running the introspection script in the sandbox. */
import type { EnvironmentManager, RealisedEnvironment } from "../../src/contracts/environment.ts";
import type { Sandbox } from "../../src/contracts/sandbox.ts";
import type { Listed, ListContext } from "../../src/contracts/source.ts";
import { ToolkitError } from "../../src/errors.ts";
import {
  distributionOf,
  isStandardLibrary,
  knownDistributions,
  standardLibraryModules,
} from "../../src/python/index.ts";
import { nearestName } from "../../src/util/nearest.ts";
import { hashBytes } from "../draft.ts";
import { introspectScript } from "./introspect-script.ts";
import { pathFilter } from "./path-filter.ts";
import { introspectionSchema, pydocPage, type Introspection, type PackageFacts } from "./page.ts";
import type { PydocOptions } from "./options.ts";

export interface PydocPorts {
  readonly sandbox: Sandbox;
  readonly environments: EnvironmentManager;
}

/** What one package name stands for. */
interface Request {
  readonly modules: readonly string[] | null;
  readonly distribution: string | null;
  readonly walk: boolean;
}

const WALL_SECONDS = 600;
const MAX_OUTPUT_BYTES = 512 * 1024 ** 2;

export async function* listPydoc(
  options: PydocOptions,
  context: ListContext,
  ports: PydocPorts,
): AsyncGenerator<Listed> {
  const wanted = pathFilter(options);
  const seen = new Set<string>();
  let left = options.limit ?? Number.POSITIVE_INFINITY;
  for (const name of options.packages) {
    const request = requestOf(name);
    let facts: PackageFacts | null = null;
    for (const entry of await entriesOf(name, request, ports, context)) {
      if (entry.record === "package") facts = entry;
      else if (entry.record === "failed") yield failed(entry);
      else if (facts !== null && wanted(entry.path) && !seen.has(entry.path)) {
        if (left <= 0) return;
        left -= 1;
        seen.add(entry.path);
        yield listed(entry, facts, context);
      }
    }
  }
}

/**
 * From an environment made for the package; where none can be made (no index in reach, not on it), from the base
 * interpreter if the package is installed there.
 */
async function entriesOf(
  name: string,
  request: Request,
  ports: PydocPorts,
  context: ListContext,
): Promise<Introspection[]> {
  const { signal } = context;
  let refusal: unknown;
  try {
    const environment = await environmentOf(name, request, ports, signal);
    return await introspect(name, request, { environment, ports, signal });
  } catch (error) {
    if (request.distribution === null || signal.aborted) throw error;
    refusal = error;
  }
  const environment = await ports.environments.resolve([], signal);
  const entries = await introspect(name, request, { environment, ports, signal }).catch(() => []);
  if (!entries.some((entry) => entry.record === "page")) throw refusal;
  context.note(`${name} cannot be installed into an environment of its own; read from the base interpreter`);
  return entries;
}

function requestOf(name: string): Request {
  if (name === "stdlib") return { modules: standardLibraryModules(), distribution: null, walk: false };
  if (isStandardLibrary(name)) return { modules: [name], distribution: null, walk: true };
  return { modules: null, distribution: distributionOf(name) ?? name, walk: true };
}

function listed(
  entry: Extract<Introspection, { record: "page" }>,
  facts: PackageFacts,
  context: ListContext,
): Listed {
  const bytes = new TextEncoder().encode(JSON.stringify(pydocPage(entry, facts)));
  const input = entry.path;
  if (context.known(input)?.contentHash === hashBytes(bytes)) return { kind: "unchanged", input };
  return {
    kind: "page",
    page: { input, url: null, revision: facts.version, etag: null, bytes, metadata: {} },
  };
}

function failed(entry: Extract<Introspection, { record: "failed" }>): Listed {
  return { kind: "failed", input: entry.module, reason: "import-failed", detail: entry.error };
}

async function environmentOf(
  name: string,
  request: Request,
  { environments }: PydocPorts,
  signal: AbortSignal,
): Promise<RealisedEnvironment> {
  const requirements = request.distribution === null ? [] : [request.distribution];
  const realised = await environments.resolve(requirements, signal);
  if (realised.environment.state === "ready") return realised;
  const reason = realised.environment.reason ?? "";
  throw isUnknown(reason) ? unknownPackage(name, reason) : notInstalled(name, reason);
}

function isUnknown(reason: string): boolean {
  return /not found in the package registry|no matching distribution|could not find a version|no versions of|invalid requirement|not a valid|expected package name/i.test(
    reason,
  );
}

function unknownPackage(name: string, reason: string): ToolkitError {
  const nearest = nearestName(name, ["stdlib", ...standardLibraryModules(), ...knownDistributions()]);
  const guess = nearest === null ? "" : `Did you mean "${nearest}"? `;
  return new ToolkitError("package-not-found", `There is no package "${name}": ${reason}`, {
    hint: `${guess}Give a distribution name as pip takes it, a standard-library module, or "stdlib" for all of them.`,
  });
}

function notInstalled(name: string, reason: string): ToolkitError {
  return new ToolkitError("install-failed", `The package "${name}" could not be installed: ${reason}`, {
    hint: "Check that the package index is in reach and that the package supports this Python version.",
    retryable: true,
  });
}

interface IntrospectContext {
  readonly environment: RealisedEnvironment;
  readonly ports: PydocPorts;
  readonly signal: AbortSignal;
}

async function introspect(
  name: string,
  request: Request,
  context: IntrospectContext,
): Promise<Introspection[]> {
  const job = {
    script: introspectScript(),
    args: [JSON.stringify(request)],
    wallSeconds: WALL_SECONDS,
    maxOutputBytes: MAX_OUTPUT_BYTES,
  };
  const report = await context.ports.sandbox.script(context.environment, job, context.signal);
  if (report.exitCode !== 0) {
    const why = report.timedOut ? `it took longer than ${WALL_SECONDS} s` : report.stderrTail.trim();
    throw new ToolkitError("package-not-found", `The package "${name}" could not be looked into: ${why}`, {
      hint: "Give a package that can be imported; `codergen doctor` checks the Python that is used.",
    });
  }
  const entries = report.stdout
    .split("\n")
    .filter((line) => line !== "")
    .map(readEntry);
  const pages = entries.filter((entry) => entry.record === "page").length;
  const failures = entries.find((entry) => entry.record === "failed");
  if (pages === 0 && failures !== undefined && request.modules?.length === 1)
    throw unknownPackage(name, failures.error);
  return entries;
}

function readEntry(line: string): Introspection {
  return introspectionSchema.parse(JSON.parse(line));
}
