/** An HTML page read: its content as Markdown, and the facts that stand outside of the content. */
import { load, type CheerioAPI } from "cheerio";
import type { Api } from "../../src/contracts/document.ts";
import type { Python } from "../../src/python/index.ts";
import { apiOfPage } from "./api.ts";
import { plainObjects } from "./api-sphinx.ts";
import { plainCode } from "./code-elements.ts";
import { clean } from "./clean-text.ts";
import { recognise, removeFurniture } from "./generator.ts";
import { htmlToMarkdown } from "./html-to-markdown.ts";

export interface HtmlPage {
  readonly generator: string;
  readonly markdown: string;
  readonly title: string | null;
  readonly canonical: string | null;
  readonly version: string | null;
  readonly licence: string | null;
  readonly api: Api | null;
  /** Names of every object that the page documents. */
  readonly documented: readonly string[];
}

/** @throws RangeError when the page is nested too deep for the parsers' stack. */
export function readHtmlPage(html: string, python: Python): HtmlPage {
  const $ = load(html);
  const { generator, content } = recognise($);
  const facts = {
    title: titleOf($),
    canonical: canonicalOf($),
    version: versionOf($, html),
    licence: $("meta[name='license'], meta[name='licence']").attr("content") ?? null,
  };
  const { api, documented } = apiOfPage($, generator, python);
  if (generator === "sphinx") plainObjects($);
  removeFurniture($);
  plainCode($);
  const inner = $(content).first().html() ?? "";
  return { generator, markdown: htmlToMarkdown(inner), ...facts, api, documented };
}

function titleOf($: CheerioAPI): string | null {
  const heading = $("h1").first().clone();
  heading.find("a.headerlink, a.header-link, a.anchor, svg, button").remove();
  const words = clean(heading.text()) || siteless(clean($("title").first().text()));
  return words === "" || words === "<no title>" ? null : words;
}

/** "KMeans — scikit-learn 1.3 documentation" without the site's part. */
function siteless(title: string): string {
  return title.split(/\s[\u2013\u2014|]\s/, 1)[0]?.trim() ?? title;
}

function canonicalOf($: CheerioAPI): string | null {
  const address =
    $("link[rel='canonical']").attr("href") ?? $("meta[property='og:url']").attr("content") ?? "";
  return URL.canParse(address) && address.startsWith("http") ? address : null;
}

const VERSION_MARKS = [
  /VERSION:\s*['"]([^'"]+)['"]/,
  /data-version=["']([^"']+)["']/,
  /href=["'][^"']*\/docs\/\w+\/(v\d[\w.]*)\//,
];

/** The version that the page states: Sphinx's options, a search tag, or the words of its title. */
function versionOf($: CheerioAPI, html: string): string | null {
  const tagged = $("meta[name='docsearch:version'], meta[name='version']").attr("content");
  if (tagged !== undefined && tagged.trim() !== "") return tagged.trim();
  const head = html.slice(0, 200_000);
  for (const mark of VERSION_MARKS) {
    const found = mark.exec(head)?.[1]?.trim();
    if (found !== undefined && found !== "" && found !== "main" && found !== "latest") return found;
  }
  return /\s(\d+\.\d[\w.]*) documentation\s*$/.exec(clean($("title").first().text()))?.[1] ?? null;
}
