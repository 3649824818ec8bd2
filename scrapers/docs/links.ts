/** Addresses that an HTML page links to, without fragments, in page order. */
import { load } from "cheerio";
import type { Page } from "../../src/contracts/source.ts";
import { decodeText } from "../decode.ts";
import { isNestedTooDeep } from "./nesting.ts";

export function linksOf(page: Page): string[] {
  const text = decodeText(page.bytes)?.text ?? "";
  const contentType = page.metadata["contentType"];
  if (typeof contentType === "string" && !contentType.includes("html")) return [];
  if (isNestedTooDeep(text)) return [];
  try {
    const $ = load(text);
    const base = new URL($("base[href]").attr("href") ?? "", page.url ?? page.input).href;
    const links = $("a[href]")
      .toArray()
      .filter((element) => !($(element).attr("rel") ?? "").split(/\s+/).includes("nofollow"))
      .map((element) => addressOf($(element).attr("href") ?? "", base))
      .filter((url) => url !== null);
    return [...new Set(links)];
  } catch {
    return [];
  }
}

function addressOf(href: string, base: string): string | null {
  if (!URL.canParse(href, base)) return null;
  const url = new URL(href, base);
  url.hash = "";
  return url.protocol === "http:" || url.protocol === "https:" ? url.href : null;
}
