/** Files of a folder as pages, in a stable order, one in memory at a time. */
import { readFileSync, statSync } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { basename, extname, join } from "node:path";
import type { ListContext, Listed, Page } from "../src/contracts/source.ts";
import { describeError, ToolkitError } from "../src/errors.ts";
import { hashBytes } from "./draft.ts";

export interface FolderOptions {
  readonly from: string;
  /** With the dot, lower case. */
  readonly extensions: readonly string[];
  /** What is known of a file by its name. */
  describe?: (input: string) => Partial<Pick<Page, "url" | "metadata">>;
}

const MAX_FILE_BYTES = 50_000_000;

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
  const files = found.isDirectory()
    ? walk(from, "", extensions, context)
    : [{ path: from, input: basename(from) }];
  for await (const file of files) {
    context.signal.throwIfAborted();
    count += 1;
    yield readPage(file, options, context);
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

async function* walk(
  root: string,
  folder: string,
  extensions: readonly string[],
  context: ListContext,
): AsyncGenerator<File> {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch((error: unknown) => {
    context.note(`folder ${folder === "" ? root : folder} cannot be read: ${describeError(error)}`);
    return [];
  });
  const sorted = entries.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of sorted) {
    const input = folder === "" ? entry.name : `${folder}/${entry.name}`;
    const path = join(root, input);
    if (entry.isDirectory()) yield* walk(root, input, extensions, context);
    else if (extensions.includes(extname(entry.name).toLowerCase())) {
      if (entry.isFile() || (await leadsToFile(path))) yield { path, input };
      else context.note(`${input} is no file and was skipped`);
    }
  }
}

async function leadsToFile(path: string): Promise<boolean> {
  const target = await stat(path).catch(() => null);
  return target?.isFile() ?? false;
}

/** Reads at once, without the thread pool: small files come several times faster that way. */
function readPage(file: File, options: FolderOptions, context: ListContext): Listed {
  const { path, input } = file;
  try {
    const { size } = statSync(path);
    if (size > MAX_FILE_BYTES) {
      return {
        kind: "failed",
        input,
        reason: "too-large",
        detail: `The file has ${size} bytes, the limit is ${MAX_FILE_BYTES}.`,
      };
    }
    const bytes = readFileSync(path);
    const known = context.known(input)?.contentHash ?? null;
    if (known !== null && known === hashBytes(bytes)) return { kind: "unchanged", input };
    const facts = options.describe?.(input) ?? {};
    const page: Page = { input, url: null, revision: null, etag: null, metadata: {}, ...facts, bytes };
    return { kind: "page", page };
  } catch (error) {
    return { kind: "failed", input, reason: "unreadable", detail: describeError(error) };
  }
}
