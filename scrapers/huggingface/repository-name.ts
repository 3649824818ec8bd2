/** The repository that a card's file stands for: `owner__name.md`, `owner/name.md` or `owner/name/README.md`. */

export interface RepositoryName {
  readonly name: string;
  /** Null when the file's name holds no owner. */
  readonly url: string | null;
}

export function repositoryOf(input: string): RepositoryName {
  const path = input.replace(/\.(md|markdown)$/i, "").replace(/\/readme$/i, "");
  const parts = path.split("/").slice(-2);
  const last = parts.at(-1) ?? path;
  const split = last.indexOf("__");
  if (split > 0) {
    const name = `${last.slice(0, split)}/${last.slice(split + 2)}`;
    return { name, url: `https://huggingface.co/${name}` };
  }
  if (parts.length === 2) {
    const name = parts.join("/");
    return { name, url: `https://huggingface.co/${name}` };
  }
  return { name: last, url: null };
}
