/** Publishes a planned dataset: one commit, read back and compared; nothing where nothing is new. */
import {
  type PublishedManifest,
  publishedManifestSchema,
  type PublishOptions,
  type PublishResult,
} from "../contracts/publish.ts";
import type { PipelineEvent } from "../contracts/events.ts";
import { ToolkitError } from "../errors.ts";
import { readCardMetadata } from "../export/card-check.ts";
import type { HubDataset, RemoteFile } from "../io/hub-publish.ts";
import { sha256 } from "../util/hash.ts";
import { unifiedDiff } from "../util/unified-diff.ts";
import { commitOnce } from "./publish-commit.ts";
import { CARD, MANIFEST, type PlannedFile, publishedFile, type PublishPlan } from "./publish-plan.ts";

export interface PublishParts {
  readonly hub: HubDataset;
  readonly toolkitVersion: string;
  /** Waits between tries. */
  readonly wait: (ms: number) => Promise<void>;
}

/**
 * Puts the plan on the Hub.
 * @throws ToolkitError `unauthorized`, `run-conflict` (public though private was meant, or changed by others meanwhile),
 * `rate-limited`, `http-failed`; nothing is changed then but an empty repository may be there.
 */
export async function* publishPlan(
  plan: PublishPlan,
  options: PublishOptions,
  { hub, toolkitVersion, wait }: PublishParts,
): AsyncGenerator<PipelineEvent, PublishResult> {
  const { head, notes } = await repositoryHead(hub, options);
  for (const message of notes) yield { type: "note", message };
  const there = await hub.files(head);
  const remote = await remoteState(hub, head, there);
  const { card, files } = plan.under(remote.metadata);
  const result = {
    repository: options.to,
    files: files.map(publishedFile),
    card,
    notes: [...plan.notes, ...notes],
    url: hub.url,
    diff: "",
    commit: head,
  };
  const edited =
    remote.card !== null && remote.card !== card && sha256(remote.card) !== remote.manifest?.cardSha256;
  if (edited && !options.replaceCard)
    return { ...result, state: "card-edited", diff: unifiedDiff(remote.card ?? "", card, CARD) };
  const add = files.filter((file) => !sameFile(file, there));
  const remove = (remote.manifest?.files ?? [])
    .map(({ path }) => path)
    .filter((path) => there.some((file) => file.path === path) && !files.some((file) => file.path === path));
  if (add.length === 0 && remove.length === 0) return { ...result, state: "unchanged" };
  for (const path of remove)
    yield { type: "note", message: `${path} is no longer part of it and is removed` };
  const wish = {
    title: `Publish with codergen ${toolkitVersion}`,
    description: `${files.length} files, ${add.length} of them new or changed`,
    parent: head,
    add,
    remove,
  };
  const isThere = async (revision: string): Promise<boolean> => {
    const now = await hub.files(revision);
    return files.every((file) => sameFile(file, now)) && !now.some(({ path }) => remove.includes(path));
  };
  const commit = yield* commitOnce(hub, wish, { isThere, wait });
  await requireSame(hub, commit, files);
  yield { type: "note", message: `read back: ${files.length} files have the same hashes at ${commit}` };
  return { ...result, commit, state: "published" };
}

async function repositoryHead(hub: HubDataset, { to, public: isPublic }: PublishOptions) {
  const found = await hub.state();
  if (found === null) {
    await hub.create(isPublic);
    const made = await hub.state();
    if (made !== null)
      return { head: made.head, notes: [`made ${hub.url} (${isPublic ? "public" : "private"})`] };
    throw new ToolkitError("http-failed", `${to} was made but cannot be found`, {
      hint: "Start the same command again.",
      retryable: true,
    });
  }
  if (!found.isPrivate && !isPublic)
    throw new ToolkitError("run-conflict", `${to} is public, and what is published is private by default`, {
      hint: "Say --public if everybody may see it, make the repository private, or choose another name.",
    });
  const stays =
    found.isPrivate && isPublic ? [`${to} is private and stays so: its settings page changes that`] : [];
  return { head: found.head, notes: stays };
}

/** What is there of earlier publications. */
async function remoteState(hub: HubDataset, head: string, there: readonly RemoteFile[]) {
  const text = async (path: string): Promise<string | null> =>
    there.some((file) => file.path === path) ? hub.text(path, head) : null;
  const card = await text(CARD);
  const read = card === null ? null : readCardMetadata(card);
  const metadata = read !== null && "metadata" in read ? read.metadata : {};
  return { card, metadata, manifest: manifestOf(await text(MANIFEST)) };
}

/** Null for a file that is none of ours: then nothing is known of what was published. */
function manifestOf(text: string | null): PublishedManifest | null {
  if (text === null) return null;
  try {
    return publishedManifestSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

function sameFile(file: PlannedFile, there: readonly RemoteFile[]): boolean {
  const found = there.find(({ path }) => path === file.path);
  if (found === undefined || found.size !== file.size) return false;
  return found.sha256 === null ? found.gitOid === file.gitOid : found.sha256 === file.sha256;
}

async function requireSame(hub: HubDataset, commit: string, files: readonly PlannedFile[]): Promise<void> {
  const there = await hub.files(commit);
  const differing = files.filter((file) => !sameFile(file, there)).map(({ path }) => path);
  if (differing.length === 0) return;
  throw new ToolkitError("http-failed", `the Hub has other contents at ${commit}: ${differing.join(", ")}`, {
    hint: "Start the same command again: it sends what differs.",
    retryable: true,
  });
}
