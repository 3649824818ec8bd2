/** The object of a TensorFlow reference page: named in its metadata, its signature in the first block of code. */
import type { CheerioAPI } from "cheerio";
import type { MarkedApi } from "./marked-api.ts";
import { clean } from "./clean-text.ts";

export function tensorflowApis($: CheerioAPI): MarkedApi[] {
  const qualifiedName =
    $("[itemtype$='ReferenceObject'] meta[itemprop='name']").first().attr("content") ?? "";
  if (qualifiedName === "") return [];
  const last = qualifiedName.lastIndexOf(".");
  const isClass = /^[A-Z]/.test(qualifiedName.slice(last + 1));
  const callee = isClass ? "__init__" : qualifiedName.slice(last + 1);
  return [
    {
      kind: isClass ? "class" : "function",
      module: last < 0 ? null : qualifiedName.slice(0, last),
      qualifiedName,
      signature: signatureOf($, [callee, qualifiedName]),
      descriptions: descriptionsOf($),
      returns: null,
      raises: raisesOf($),
    },
  ];
}

/** The first block that is a call of one of the names: `__init__(\n units,\n … )`. */
function signatureOf($: CheerioAPI, names: readonly string[]): string | null {
  for (const pre of $("pre").toArray()) {
    const text = $(pre).text().trim();
    const name = names.find((one) => text.startsWith(`${one}(`));
    if (name !== undefined && text.endsWith(")"))
      return clean(text.slice(name.length))
        .replace(/^\( /, "(")
        .replace(/,? \)$/, ")");
  }
  return null;
}

function descriptionsOf($: CheerioAPI): Map<string, string> {
  const heading = $("h2, h3, h4")
    .filter((_, element) => /^(arguments|args)\b/i.test(clean($(element).text())))
    .first();
  return listTexts(
    heading
      .nextAll("ul")
      .first()
      .children("li")
      .toArray()
      .map((item) => clean($(item).text())),
  );
}

function raisesOf($: CheerioAPI): MarkedApi["raises"] {
  const heading = $("h2, h3, h4")
    .filter((_, element) => /^raises\b/i.test(clean($(element).text())))
    .first();
  const texts = listTexts(
    heading
      .nextAll("ul")
      .first()
      .children("li")
      .toArray()
      .map((item) => clean($(item).text())),
  );
  return [...texts].map(([exception, description]) => ({ exception, description }));
}

function listTexts(items: readonly string[]): Map<string, string> {
  return new Map(
    items.flatMap((item): [string, string][] => {
      const colon = item.indexOf(":");
      return colon < 1 ? [] : [[item.slice(0, colon).trim(), item.slice(colon + 1).trim()]];
    }),
  );
}
