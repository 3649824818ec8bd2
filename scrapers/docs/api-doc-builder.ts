/** Signatures as Hugging Face's doc-builder marks them: a `div.docstring` with the name as an id. */
import type { Cheerio, CheerioAPI } from "cheerio";
import type { Element } from "domhandler";
import type { MarkedApi } from "./marked-api.ts";
import { clean } from "./clean-text.ts";

export function docBuilderApis($: CheerioAPI): MarkedApi[] {
  return $("div.docstring")
    .toArray()
    .map((element) => markedApi($, $(element)))
    .filter((api) => api.qualifiedName !== "");
}

function markedApi($: CheerioAPI, box: Cheerio<Element>): MarkedApi {
  const named = box.find("span[id]").first();
  const qualifiedName = named.attr("id") ?? "";
  const heading = clean(named.find("h3, h4").first().text());
  const isClass = heading.startsWith("class ");
  const last = qualifiedName.lastIndexOf(".");
  const inClass = /\.[A-Z]\w*\.\w+$/.test(qualifiedName);
  return {
    kind: isClass ? "class" : inClass ? "method" : "function",
    module: last < 0 || inClass ? null : qualifiedName.slice(0, last),
    qualifiedName,
    signature: signatureOf($, box),
    descriptions: descriptionsOf($, box),
    returns: textAfter(box, "returns"),
    raises: [],
  };
}

function signatureOf($: CheerioAPI, box: Cheerio<Element>): string | null {
  const line = box.find("p.font-mono").first();
  if (line.length === 0) return null;
  const parameters = line
    .find("span.comma")
    .toArray()
    .map((one) => clean($(one).text()).replace(/\s*=\s*/, " = "));
  const returns = /\u2192|->/.test(line.text())
    ? ` -> ${clean(
        line
          .text()
          .split(/\u2192|->/)
          .at(-1) ?? "",
      )}`
    : "";
  return `(${parameters.join(", ")})${returns}`;
}

/** Only the box's own parameters: methods have boxes inside. */
function descriptionsOf($: CheerioAPI, box: Cheerio<Element>): Map<string, string> {
  const texts = new Map<string, string>();
  box.find("li").each((_, item) => {
    if ($(item).closest("div.docstring")[0] !== box[0]) return;
    const name = clean($(item).find("strong").first().text());
    if (name === "" || texts.has(name)) return;
    const words = clean($(item).text());
    const dash = words.search(/\s\u2014\s?/);
    texts.set(name, dash < 0 ? words : words.slice(dash + 2).trim());
  });
  return texts;
}

function textAfter(box: Cheerio<Element>, label: string): string | null {
  const found = box.find("[id$='.returns']").first();
  const words = clean(found.text());
  return words.toLowerCase().startsWith(label) ? words.slice(label.length).trim() || null : null;
}
