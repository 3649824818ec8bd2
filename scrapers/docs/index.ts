/** Documentation of any make: a folder of HTML or Markdown, or a crawl. */
import type { Source } from "../../src/contracts/source.ts";
import { ToolkitError } from "../../src/errors.ts";
import { listFolder } from "../folder.ts";
import { docsOptions, type DocsOptions } from "./options.ts";
import { parsers } from "../parsers.ts";

const EXTENSIONS = [".html", ".htm", ".xhtml", ".md", ".mdx", ".markdown"];

export const docs: Source<DocsOptions> = {
  name: "docs",
  summary: "documentation in HTML or Markdown: a folder, or a crawl of a site",
  options: docsOptions,
  async *list(options, context) {
    if (options.from !== undefined)
      yield* listFolder({ from: options.from, extensions: EXTENSIONS }, context);
    else if (options.url.length > 0) yield* (await import("./crawl.ts")).crawl(options, context);
    else
      throw new ToolkitError("usage", "No documentation is named.", {
        hint: "Give a folder with --from, or an address with --url.",
      });
  },
  parse: async (page) => (await parsers.docs())(page),
};
