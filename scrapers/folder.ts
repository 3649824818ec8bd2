/** Files of a folder as pages, in a stable order, one in memory at a time. */
import { lstat, readdir, readFile, stat } from "node:fs/promises";
import { basename, extname, join } from "node:path";
import type { ListContext, Listed, Page } from "../src/contracts/source.ts";
import { describeError, ToolkitError } from "../src/errors.ts";
import { hashBytes } from "./draft.ts";
import { mapOrdered } from "./ordered.ts";

export interface FolderOptions {
  readonly from: string;
  /** With the dot, lower case. */
  readonly extensions: readonly string[];
  /** What is known of a file by its name. */
  describe?: (input: string) => Partial<Pick<Page, "url" | "metadata">>;
}

const MAX_FILE_BYTES = 50_000_000;
const READ_AHEAD = 8;

/**
 * Every file under `from` with one of the extensions; `from` may be one file of any name.
 * @throws ToolkitError when there is no such folder or nothing of that kind in it.
 */
export async function* listFolder(options: FolderOptions, context: ListContext): AsyncGenerator<Listed> {
  const { from, extensions } = options;
  const found = await stat(from).catch((error: unknown) => {
    throw new ToolkitError("input-not-found", `There is no folder or file ${from}.`, {
      hint: "Give an existing path with --from.",
      cause: error,
    });
  });
  let count = 0;
  const files = found.isDirectory() ? walk(from, "", extensions, context) : [{ path: from, input: basename(from) }];
  for await (const listed of mapOrdered(files, READ_AHEAD, (file) => readPage(file, options, context))) {
    context.signal.throwIfAborted();
    count += 1;
    yield listed;
  }
  if (count === 0) {
    throw new ToolkitError("input-not-found", `No file in ${from} ends in ${extensions.join(", ")}.`, {
      hint: "Check the folder, or choose the source that reads this kind of file.",
    });
  }
}

interface File {
  readonly path: string;
  /** Relative to the folder, with forward slashes. */
  readonly input: string;
}

async function* walk(root: string, folder: string, extensions: readonly string[], context: ListContext): AsyncGenerator<File> {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch((error: unknown) => {
    context.note(`folder ${folder === "" ? root : folder} cannot be read: ${describeError(error)}`);
    return [];
  });
  const sorted = entries.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of sorted) {
    const input = folder === "" ? entry.name : `${folder}/${entry.name}`;
    const path = join(root, input);
    if (entry.isDirectory()) yield* walk(root, input, extensions, context);
    else if (extensions.includes(extname(entry.name).toLowerCase()) && (await isReadableFile(path, input, context))) {
      yield { path, input };
    }
  }
}

async function isReadableFile(path: string, input: string, context: ListContext): Promise<boolean> {
  const own = await lstat(path).catch(() => null);
  if (own === null || !own.isSymbolicLink()) return own?.isFile() ?? false;
  const target = await stat(path).catch(() => null);
  if (target?.isFile() === true) return true;
  context.note(`link ${input} leads to no file and was skipped`);
  return false;
}

async function readPage(file: File, options: FolderOptions, context: ListContext): Promise<Listed> {
  const { path, input } = file;
  try {
    const { size } = await stat(path);
    if (size > MAX_FILE_BYTES) {
      return { kind: "failed", input, reason: "too-large", detail: `The file has ${size} bytes, the limit is ${MAX_FILE_BYTES}.` };
    }
    const bytes = await readFile(path);
    const known = context.known(input)?.contentHash ?? null;
    if (known !== null && known === hashBytes(bytes)) return { kind: "unchanged", input };
    const facts = options.describe?.(input) ?? {};
    const page: Page = { input, url: null, revision: null, etag: null, metadata: {}, ...facts, bytes };
    return { kind: "page", page };
  } catch (error) {
    return { kind: "failed", input, reason: "unreadable", detail: describeError(error) };
  }
}
