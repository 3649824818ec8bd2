/**
 * What the index gives for requirements today: exact versions, without installing anything. Cached answers of the
 * index are asked for anew, as a release of this morning is what is looked for.
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import type { InstallerOptions } from "./installer.ts";
import { InstallFailure, succeed } from "./installer-process.ts";

/** What to find versions for. */
export interface LockRequest {
  readonly requirements: readonly string[];
  /** Versions of anything that gets in, also as a dependency: "numpy<2". */
  readonly constraints: readonly string[];
}

const TARGET_FOLDER = "target";
const LOCKED = /^[A-Za-z0-9][A-Za-z0-9._-]*==\S+/;

/** @throws InstallFailure with the resolver's reason. */
export function uvLock(
  options: InstallerOptions,
  request: LockRequest,
  signal?: AbortSignal,
): Promise<string[]> {
  const { python, wheelCache, sourceBuilds, extraIndex, target } = options;
  return withFiles(request, async ({ requirements, constraints }) => {
    const place = target === undefined ? [] : ["--python-version", target.version];
    if (target !== undefined) place.push("--python-platform", target.platform);
    const asked = ["--python", python, ...place, "--refresh", "--no-header", "--no-annotate", "--quiet"];
    const choices = sourceBuilds && target === undefined ? [] : ["--only-binary", ":all:"];
    if (extraIndex != null) choices.push("--extra-index-url", extraIndex);
    if (extraIndex != null) choices.push("--index-strategy", "unsafe-best-match");
    const files = ["--constraints", constraints, requirements];
    const shared = ["--cache-dir", wheelCache, "--no-progress"];
    const text = await succeed("uv", ["pip", "compile", ...shared, ...asked, ...choices, ...files], signal);
    const found = text.split("\n").flatMap((line) => LOCKED.exec(line.trim())?.[0] ?? []);
    return found.sort();
  });
}

const reportSchema = z.object({
  install: z.array(z.object({ metadata: z.object({ name: z.string(), version: z.string() }) })),
});

/** @throws InstallFailure with the resolver's reason. */
export function pipLock(
  options: InstallerOptions,
  request: LockRequest,
  signal?: AbortSignal,
): Promise<string[]> {
  const { python, wheelCache, sourceBuilds, extraIndex, target } = options;
  return withFiles(request, async ({ folder, constraints }) => {
    const report = ["--dry-run", "--ignore-installed", "--quiet", "--report", "-"];
    const place = target === undefined ? [] : ["--target", join(folder, TARGET_FOLDER)];
    if (target !== undefined) place.push("--python-version", target.version);
    if (target !== undefined) place.push(...target.pipPlatforms.flatMap((name) => ["--platform", name]));
    const choices = sourceBuilds && target === undefined ? [] : ["--only-binary", ":all:"];
    if (extraIndex != null) choices.push("--extra-index-url", extraIndex);
    const shared = ["--cache-dir", wheelCache, "--no-input", "--disable-pip-version-check"];
    const asked = ["--constraint", constraints, "--", ...request.requirements];
    const words = ["-m", "pip", "install", ...shared, ...report, ...place, ...choices, ...asked];
    const answer = reportSchema.safeParse(JSON.parse(await succeed(python, words, signal)));
    if (!answer.success) throw new InstallFailure("pip's report of what it would install cannot be read");
    return answer.data.install.map(({ metadata }) => `${metadata.name}==${metadata.version}`).sort();
  });
}

interface RequestFiles {
  readonly folder: string;
  readonly requirements: string;
  readonly constraints: string;
}

async function withFiles<Result>(
  request: LockRequest,
  work: (files: RequestFiles) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "codergen-lock-"));
  const files = {
    folder,
    requirements: join(folder, "requirements.txt"),
    constraints: join(folder, "constraints.txt"),
  };
  try {
    await writeFile(files.requirements, `${request.requirements.join("\n")}\n`);
    await writeFile(files.constraints, `${request.constraints.join("\n")}\n`);
    return await work(files);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
