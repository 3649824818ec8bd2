/** The text of a `<pre>` that stands in Markdown. */
import { load } from "cheerio/slim";

const MAX_CHARS = 500_000;

/** Code and the language its class names; the markup itself when it cannot be read. */
export function textOfHtmlCode(html: string): { info: string; code: string } {
  try {
    const $ = load(html.slice(0, MAX_CHARS), {}, false);
    const className = $("code").attr("class") ?? $("pre").attr("class") ?? $("pre").attr("lang") ?? "";
    const info = /(?:language|lang|highlight-source)-([\w+-]+)/.exec(className)?.[1] ?? "";
    return { info, code: $("pre").text().replace(/^\n/, "") };
  } catch {
    return { info: "", code: html };
  }
}
