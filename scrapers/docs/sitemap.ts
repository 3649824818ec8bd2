/** Pages named in a site's sitemaps: those of robots.txt, else /sitemap.xml; indexes are followed one step. */
import { load } from "cheerio";
import type { Http } from "../../src/io/http.ts";
import type { Robots } from "../../src/io/robots.ts";

const MAX_SITEMAPS = 50;

/** Addresses in the order of the files; none when the site has no sitemap. */
export async function sitemapPages(
  start: string,
  http: Pick<Http, "get">,
  robots: Robots,
): Promise<string[]> {
  const { origin } = new URL(start);
  const named = (await robots.sitemaps(start)).filter(
    (url) => URL.canParse(url) && new URL(url).origin === origin,
  );
  const queue = named.length > 0 ? named : [`${origin}/sitemap.xml`];
  const pages: string[] = [];
  for (let read = 0; read < Math.min(queue.length, MAX_SITEMAPS); read += 1) {
    const url = queue[read];
    if (url === undefined || !(await robots.allows(url))) continue;
    const { children, locations } = await readSitemap(url, http);
    queue.push(
      ...children.filter(
        (child) => URL.canParse(child) && new URL(child).origin === origin && !queue.includes(child),
      ),
    );
    pages.push(...locations.filter((page) => URL.canParse(page)));
  }
  return [...new Set(pages)];
}

async function readSitemap(
  url: string,
  http: Pick<Http, "get">,
): Promise<{ children: string[]; locations: string[] }> {
  const answer = await http.get(url).catch(() => null);
  if (answer === null || answer.status !== 200) return { children: [], locations: [] };
  const $ = load(new TextDecoder().decode(answer.bytes), { xml: true });
  const texts = (selector: string): string[] =>
    $(selector)
      .toArray()
      .map((element) => $(element).text().trim());
  return { children: texts("sitemapindex > sitemap > loc"), locations: texts("urlset > url > loc") };
}
