/** Signatures and field lists as Sphinx marks them: `dl.py.function > dt.sig`, and `dl.class > dt` before Sphinx 4. */
import type { Cheerio, CheerioAPI } from "cheerio";
import type { Element } from "domhandler";
import type { Api } from "../../src/contracts/document.ts";
import type { MarkedApi } from "./marked-api.ts";
import { clean } from "./clean-text.ts";

const KINDS: Record<string, Api["kind"]> = {
  function: "function",
  class: "class",
  exception: "class",
  method: "method",
  classmethod: "method",
  staticmethod: "method",
};

const OBJECTS = Object.keys(KINDS)
  .map((kind) => `dl.${kind} > dt[id]`)
  .join(",");

export function sphinxApis($: CheerioAPI): MarkedApi[] {
  return $(OBJECTS)
    .toArray()
    .map((element) => markedApi($, $(element as Element)));
}

/** Turns the objects' definition lists into headings and prose, once their signatures were read. */
export function plainObjects($: CheerioAPI): void {
  $(OBJECTS).each((_, element) => {
    const term = $(element);
    const heading = $("<h3></h3>").text(term.attr("id") ?? "");
    const body = term.nextAll("dd").first();
    term.closest("dl").replaceWith($("<div></div>").append(heading, body.contents()));
  });
}

function markedApi($: CheerioAPI, term: Cheerio<Element>): MarkedApi {
  const qualifiedName = term.attr("id") ?? "";
  const classes = term.parent("dl").attr("class")?.split(/\s+/) ?? [];
  const kind = classes.map((name) => KINDS[name]).find((found) => found !== undefined) ?? "other";
  const body = term.nextAll("dd").first();
  const fields = fieldsOf($, body.children("dl.field-list"));
  return {
    kind,
    module: moduleOf(clean(term.find(".descclassname").text()), kind),
    qualifiedName,
    signature: signatureOf(term),
    descriptions: namedTexts($, fields.get("parameters")),
    returns: spacedText(fields.get("returns")),
    raises: [...namedTexts($, fields.get("raises"))].map(([exception, description]) => ({
      exception,
      description,
    })),
  };
}

function moduleOf(prefix: string, kind: Api["kind"]): string | null {
  const module = prefix.replace(/\.$/, "");
  return module === "" || kind === "method" ? null : module;
}

/** The text between and with the parentheses, and a return annotation. */
function signatureOf(term: Cheerio<Element>): string | null {
  const copy = term.clone();
  copy
    .find("a.headerlink, .viewcode-link, a.reference.external, em.property, .descclassname, .descname")
    .remove();
  copy.find("span.w").replaceWith(" ");
  const text = clean(copy.text());
  const open = text.indexOf("(");
  return open < 0
    ? null
    : text
        .slice(open)
        .replace(/\s*\[source\].*$/, "")
        .trim();
}

/** Text with a space where a block ends. */
function spacedText(body: Cheerio<Element> | undefined): string | null {
  if (body === undefined) return null;
  const copy = body.clone();
  copy.find("dt, dd, li, p, .classifier").prepend(" ");
  return clean(copy.text()) || null;
}

/** Bodies of the fields of a list, by their names in lower case without the colon. */
function fieldsOf($: CheerioAPI, lists: Cheerio<Element>): Map<string, Cheerio<Element>> {
  const fields = new Map<string, Cheerio<Element>>();
  lists.children("dt").each((_, term) => {
    const name = clean($(term).text()).replace(/:$/, "").toLowerCase();
    fields.set(name, $(term).next("dd"));
  });
  return fields;
}

/** `<dt><strong>name</strong>…</dt><dd>text</dd>` (numpydoc), or `<li><strong>name</strong> – text</li>`. */
function namedTexts($: CheerioAPI, field: Cheerio<Element> | undefined): Map<string, string> {
  const texts = new Map<string, string>();
  if (field === undefined) return texts;
  field.find("> dl > dt").each((_, term) => {
    const name = clean($(term).find("strong").first().text()) || clean($(term).text()).split(" ")[0] || "";
    const classifier = clean($(term).find(".classifier").text());
    const words = clean($(term).next("dd").text());
    for (const one of name.split(","))
      texts.set(one.trim(), [classifier, words].filter((part) => part !== "").join(". "));
  });
  field.find("> ul > li, > p").each((_, item) => {
    const name = clean($(item).find("strong").first().text());
    if (name === "") return;
    const words = clean($(item).text());
    const dash = words.search(/\s[\u2013\u2014-]\s/);
    texts.set(name, dash < 0 ? words : words.slice(dash + 3));
  });
  return texts;
}
