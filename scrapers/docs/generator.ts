/** Which program made a page, and where its content is: by the table in data/doc-generators.json. */
import type { CheerioAPI } from "cheerio";
import table from "../../data/doc-generators.json" with { type: "json" };

export interface Recognised {
  /** "sphinx", "mkdocs", "docusaurus", "hf-doc-builder", "tensorflow" or "other". */
  readonly generator: string;
  /** Selector of the content; "body" when nothing closer has text. */
  readonly content: string;
}

export function recognise($: CheerioAPI): Recognised {
  const found = table.generators.find((one) => one.marks.some((mark) => $(mark).length > 0));
  const content = found?.content.find((selector) => $(selector).first().text().trim() !== "");
  return { generator: found?.name ?? "other", content: content ?? "body" };
}

/** Takes navigation, buttons, scripts and other things that are not content out of the page. */
export function removeFurniture($: CheerioAPI): void {
  $(table.remove.join(",")).remove();
  $("header")
    .filter((_, element) => $(element).find("h1").length === 0)
    .remove();
}
