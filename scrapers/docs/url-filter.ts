/** Which addresses belong to a crawl. */
import type { DocsOptions } from "./options.ts";

const NO_PAGE =
  /\.(png|jpe?g|gif|svg|webp|ico|css|js|mjs|json|xml|zip|gz|tgz|bz2|xz|whl|pdf|ipynb|py|mp[34]|wav|ogg|webm|woff2?|ttf|inv|exe|dmg)$/i;

/** True for a page of the start's origin, below the start or in `include`, not in `exclude`. */
export function wantedAddress(
  url: string,
  start: string,
  options: Pick<DocsOptions, "include" | "exclude">,
): boolean {
  const address = new URL(url);
  const from = new URL(start);
  if (address.origin !== from.origin || NO_PAGE.test(address.pathname)) return false;
  if (options.exclude.some((pattern) => matches(url, pattern))) return false;
  if (options.include.length > 0)
    return url === from.href || options.include.some((pattern) => matches(url, pattern));
  return address.pathname.startsWith(folderOf(from.pathname));
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/") + 1);
}

/** True when the pattern occurs in the address; `*` stands for any text. */
function matches(url: string, pattern: string): boolean {
  let at = 0;
  for (const piece of pattern.split("*")) {
    const found = url.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return true;
}
