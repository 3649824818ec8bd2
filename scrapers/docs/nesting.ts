/**
 * How deep a page's elements are nested, by htmlparser2, which takes linear time. The parser that follows the
 * standard needs time with the square of the depth, so it must not see such a page at all.
 */
import { load } from "cheerio";

export const MAX_DEPTH = 500;

/** True when some element has more than `MAX_DEPTH` ancestors. */
export function isNestedTooDeep(html: string): boolean {
  let level = load(html, { xml: { xmlMode: false, decodeEntities: false } })
    .root()
    .contents()
    .toArray();
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) return true;
    level = level.flatMap((node) => ("children" in node ? node.children : []));
  }
  return false;
}
