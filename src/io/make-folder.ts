/**
 * Makes folders one after another. Node's own recursive `mkdir` never ends where a file system refuses folders by saying
 * that there is no such file, as `/proc` does.
 */
import { mkdirSync, statSync } from "node:fs";
import { mkdir, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { describeError, ToolkitError } from "../errors.ts";

/**
 * The folder with all above it; nothing happens where it is there.
 * @throws ToolkitError `input-invalid` when it cannot be made.
 */
export async function makeFolder(folder: string): Promise<void> {
  const missing: string[] = [];
  for (let at = resolve(folder); !(await isFolder(at)); at = dirname(at)) missing.unshift(at);
  for (const path of missing) {
    try {
      await mkdir(path);
    } catch (error) {
      if (!(isThere(error) && (await isFolder(path)))) throw cannotMake(folder, error);
    }
  }
}

/** The same without waiting. */
export function makeFolderSync(folder: string): void {
  const missing: string[] = [];
  for (let at = resolve(folder); !isFolderSync(at); at = dirname(at)) missing.unshift(at);
  for (const path of missing) {
    try {
      mkdirSync(path);
    } catch (error) {
      if (!(isThere(error) && isFolderSync(path))) throw cannotMake(folder, error);
    }
  }
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => path === dirname(path),
  );
}

function isFolderSync(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return path === dirname(path);
  }
}

function isThere(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === "EEXIST";
}

function cannotMake(folder: string, cause: unknown): ToolkitError {
  return new ToolkitError("input-invalid", `cannot make the folder ${folder}: ${describeError(cause)}`, {
    hint: "Name a folder that can be made, or that is there and may be written to.",
    cause,
  });
}

/** What a file system says of a place that is not for writing. */
const REFUSALS = [
  "EACCES",
  "EPERM",
  "EROFS",
  "ENOENT",
  "ENOTDIR",
  "EISDIR",
  "ENOTEMPTY",
  "EEXIST",
  "ENAMETOOLONG",
];

/** The error for a place that may not be written to; another error as it is. */
export function cannotWrite(path: string, cause: unknown): unknown {
  if (!REFUSALS.includes((cause as NodeJS.ErrnoException).code ?? "")) return cause;
  return new ToolkitError("input-invalid", `cannot write to ${path}: ${describeError(cause)}`, {
    hint: "Name a place that may be written to.",
    cause,
  });
}
