/**
 * A dataset repository on the Hub, by its own client. Large files go up by LFS (`basic` and `multipart`), not by Xet:
 * of Xet's chunk store nothing could be tried against a server of our own.
 */
import { pathToFileURL } from "node:url";
import type { CommitOperation, CommitProgressEvent } from "@huggingface/hub";
import { ToolkitError, describeError } from "../errors.ts";
import { delayAfterError, hubFetch, type HubFetchOptions } from "./hub-fetch.ts";
import { retryDelayMs } from "./retry-delay.ts";

export interface HubDatasetOptions extends HubFetchOptions {
  /** owner/name */
  readonly repository: string;
  /** Null reads what everybody may see. */
  readonly token: string | null;
  /** The Hub or a mirror of it; null for https://huggingface.co. */
  readonly hubUrl: string | null;
}

export interface RemoteFile {
  readonly path: string;
  readonly size: number;
  /** Git's blob id; of a large file that of its pointer. */
  readonly gitOid: string | null;
  /** Of large files only. */
  readonly sha256: string | null;
}

export interface CommitWish {
  readonly title: string;
  readonly description: string;
  /** The head that the wish was made for: another one refuses the commit. */
  readonly parent: string;
  readonly add: readonly { readonly path: string; readonly content: { file: string } | { text: string } }[];
  readonly remove: readonly string[];
}

const BRANCH = "main";
export const HUB_URL = "https://huggingface.co";

export class HubDataset {
  readonly #options: HubDatasetOptions;
  readonly #fetch: typeof globalThis.fetch;

  constructor(options: HubDatasetOptions) {
    this.#options = options;
    this.#fetch = hubFetch(options);
  }

  get url(): string {
    return `${this.#options.hubUrl ?? HUB_URL}/datasets/${this.#options.repository}`;
  }

  /** Head and visibility; null when there is no such repository. */
  async state(): Promise<{ readonly head: string; readonly isPrivate: boolean } | null> {
    const { datasetInfo } = await import("@huggingface/hub");
    try {
      const { repo: _, ...common } = this.#common();
      const info = await datasetInfo({
        ...common,
        name: this.#options.repository,
        revision: BRANCH,
        additionalFields: ["sha"],
      });
      return { head: info.sha, isPrivate: info.private };
    } catch (error) {
      if (statusOf(error) === 404) return null;
      throw this.#told(error);
    }
  }

  /** Makes the repository; one that is there already is left as it is. */
  async create(isPublic: boolean): Promise<void> {
    const { createRepo } = await import("@huggingface/hub");
    try {
      await createRepo({ ...this.#common(), visibility: isPublic ? "public" : "private" });
    } catch (error) {
      if (statusOf(error) !== 409) throw this.#told(error);
    }
  }

  /** Every file at `revision`. */
  async files(revision: string): Promise<RemoteFile[]> {
    const { listFiles } = await import("@huggingface/hub");
    const found: RemoteFile[] = [];
    try {
      for await (const entry of listFiles({ ...this.#common(), recursive: true, revision })) {
        if (entry.type !== "file") continue;
        const { path, lfs, oid = null } = entry;
        found.push({ path, size: lfs?.size ?? entry.size, gitOid: oid, sha256: lfs?.oid ?? null });
      }
      return found;
    } catch (error) {
      throw this.#told(error);
    }
  }

  /** Text of a file; null when it is not there. */
  async text(path: string, revision: string): Promise<string | null> {
    const { downloadFile } = await import("@huggingface/hub");
    try {
      const blob = await downloadFile({ ...this.#common(), path, revision, xet: false });
      return blob === null ? null : await blob.text();
    } catch (error) {
      throw this.#told(error);
    }
  }

  /**
   * One commit with all files; those whose contents the Hub has are not sent again. Tells of files as they are up.
   * @throws ToolkitError, `retryable` when the commit may have arrived all the same, or may be sent again.
   */
  async *commit(wish: CommitWish): AsyncGenerator<string, string> {
    const { commitIter } = await import("@huggingface/hub");
    const { signal } = this.#options;
    const told = new Set<string>();
    const work = commitIter({
      ...this.#common(),
      branch: BRANCH,
      title: wish.title,
      description: wish.description,
      parentCommit: wish.parent,
      operations: operationsOf(wish),
      useXet: false,
      ...(signal !== undefined && { abortSignal: signal }),
    });
    try {
      for (;;) {
        const step = await work.next();
        if (step.done === true) return step.value?.commit.oid ?? "";
        if (!isUp(step.value) || told.has(step.value.path)) continue;
        told.add(step.value.path); // files with the same contents are told by one name, as often as they are there
        yield step.value.path;
      }
    } catch (error) {
      throw this.#told(error);
    }
  }

  #common() {
    const { repository, token, hubUrl } = this.#options;
    return {
      repo: { type: "dataset" as const, name: repository },
      ...(token !== null && { accessToken: token }),
      fetch: this.#fetch,
      ...(hubUrl !== null && { hubUrl }),
    };
  }

  /** What the client threw, as an error that says what to do. */
  #told(error: unknown): unknown {
    const { repository, signal } = this.#options;
    if (error instanceof ToolkitError || signal?.aborted === true) return error;
    const status = statusOf(error);
    const cause = { cause: error };
    if (status === 401)
      return new ToolkitError("unauthorized", "the Hub does not accept the token", {
        hint: "Make one with write access at https://huggingface.co/settings/tokens and set HF_TOKEN to it.",
        ...cause,
      });
    if (status === 403)
      return new ToolkitError("unauthorized", `the token may not write to ${repository}`, {
        hint: "Use a token with write access to that owner's repositories, or another owner with --to.",
        ...cause,
      });
    if (status === 409 || status === 412)
      return new ToolkitError("run-conflict", `${repository} was changed by somebody meanwhile`, {
        hint: "Start the same command again: it looks at what is there now.",
        retryable: true,
        ...cause,
      });
    const wait = status === null ? delayAfterError(error, 0) : retryDelayMs(statusError(status), 0);
    return new ToolkitError(status === 429 ? "rate-limited" : "http-failed", `the Hub: ${reasonOf(error)}`, {
      hint: "Start the same command again: files that are up are not sent again.",
      retryable: wait !== null,
      ...cause,
    });
  }
}

function operationsOf({ add, remove }: CommitWish): CommitOperation[] {
  return [
    ...add.map(({ path, content }) => ({
      operation: "addOrUpdate" as const,
      path,
      content: "text" in content ? new Blob([content.text]) : pathToFileURL(content.file),
    })),
    ...remove.map((path) => ({ operation: "delete" as const, path })),
  ];
}

function isUp(event: CommitProgressEvent): event is Extract<CommitProgressEvent, { event: "fileProgress" }> {
  return event.event === "fileProgress" && event.state === "uploading" && event.progress === 1;
}

/** `fetch` says no more than that it failed; why is in its cause. */
function reasonOf(error: unknown): string {
  const cause = error instanceof TypeError ? error.cause : undefined;
  return cause === undefined ? describeError(error) : `${describeError(error)} (${describeError(cause)})`;
}

function statusOf(error: unknown): number | null {
  const status = (error as { statusCode?: unknown } | null)?.statusCode;
  return typeof status === "number" ? status : null;
}

function statusError(statusCode: number): Error {
  return Object.assign(new Error("answer"), { statusCode });
}
