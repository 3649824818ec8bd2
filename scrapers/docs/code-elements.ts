/**
 * Code of a page before it becomes Markdown: each `<pre>` is rewritten as plain text in a `<code>` whose class
 * names the language, so that coloured spans, prompts and line numbers cannot be lost or doubled on the way.
 */
import type { Cheerio, CheerioAPI } from "cheerio";
import type { Element } from "domhandler";
import { infoWord } from "../markdown/code-language.ts";

const OUTPUT_PLACES = [
  ".sphx-glr-script-out",
  ".sphx-glr-script-out-disp",
  ".cell_output",
  ".nboutput",
  ".output_area",
  ".output",
  ".jp-OutputArea",
].join(",");

/** Rewrites every `<pre>` of the page. */
export function plainCode($: CheerioAPI): void {
  $("pre").each((_, element) => {
    const pre = $(element);
    pre.find("br").replaceWith("\n");
    const code = codeText(pre);
    const language = pre.closest(OUTPUT_PLACES).length > 0 ? "output" : languageOf($, pre);
    const plain = $("<pre><code></code></pre>");
    plain.find("code").text(code);
    if (language !== "") plain.find("code").attr("class", `language-${language}`);
    pre.replaceWith(plain);
  });
}

function codeText(pre: Cheerio<Element>): string {
  const lines = pre
    .text()
    .replaceAll("\u00A0", " ")
    .replaceAll(/\r+\n?/g, "\n")
    .split("\n");
  while (lines[0]?.trim() === "") lines.shift();
  while (lines.at(-1)?.trim() === "") lines.pop();
  return lines.map((line) => line.trimEnd()).join("\n");
}

const LANGUAGE_PREFIXES = ["language-", "lang-", "highlight-source-", "highlight-", "brush:"];
const NO_LANGUAGE = new Set([
  "default",
  "text-only",
  "notranslate",
  "highlight",
  "undefined",
  "none",
  "python-notebook",
]);

/** The language that the element, its code or the boxes around it name in a class; "" for none. */
function languageOf($: CheerioAPI, pre: Cheerio<Element>): string {
  const classes = [
    pre.find("code").attr("class"),
    pre.attr("class"),
    pre.attr("lang"),
    pre.attr("data-language"),
  ];
  pre
    .parents()
    .slice(0, 4)
    .each((_, parent) => {
      classes.push($(parent).attr("class"));
    });
  for (const name of classes.flatMap((value) => value?.split(/\s+/) ?? [])) {
    const prefix = LANGUAGE_PREFIXES.find((one) => name.startsWith(one));
    const language = infoWord(prefix === undefined ? "" : name.slice(prefix.length));
    if (language !== "" && !NO_LANGUAGE.has(language)) return language;
  }
  return "";
}
