/** Builds an image from a folder and reads what the engine says about it. */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { ToolkitError } from "../../src/errors.ts";
import type { Engine } from "./engine.ts";
import { reasonOf } from "./engine.ts";

export interface ImageRecipe {
  readonly tag: string;
  /** Folder with the Dockerfile and what it copies. */
  readonly folder: string;
  readonly dockerfile: string;
  readonly base: string;
  readonly labels: Readonly<Record<string, string>>;
}

/**
 * Builds `recipe` without network.
 * @throws ToolkitError `sandbox-failure` with the engine's reason.
 */
export async function buildImage(engine: Engine, recipe: ImageRecipe): Promise<void> {
  const { tag, folder, dockerfile, base, labels } = recipe;
  try {
    await engine.retrying(async () => {
      const tar = spawn("tar", ["-C", folder, "-cf", "-", "."], { stdio: ["ignore", "pipe", "ignore"] });
      tar.once("error", (error) => tar.stdout.destroy(error));
      const answer = await engine.docker.buildImage(tar.stdout, {
        t: tag,
        dockerfile,
        buildargs: { BASE: base },
        labels,
        networkmode: "none",
        rm: true,
        forcerm: true,
      });
      await readProgress(answer as Readable);
    });
  } catch (error) {
    if (error instanceof ToolkitError) throw error;
    throw imageFailure(`The image ${tag} could not be built: ${reasonOf(error)}`, error);
  }
}

/** Reads the engine's lines of JSON to the end; throws the error among them. */
export async function readProgress(answer: Readable): Promise<void> {
  for await (const line of createInterface({ input: answer, crlfDelay: Infinity })) {
    if (line.trim() === "") continue;
    const { error } = JSON.parse(line) as { error?: string };
    if (error !== undefined) throw new Error(error);
  }
}

/** An image that is not to be had, which is no fault of any program. */
export function imageFailure(message: string, cause: unknown): ToolkitError {
  return new ToolkitError("sandbox-failure", message, {
    hint: "See `codergen doctor`. Another base is set with docker.baseImage or CODERGEN_DOCKER_BASE; where none can be pulled, scripts/docker-base.sh makes one.",
    retryable: true,
    cause,
  });
}
