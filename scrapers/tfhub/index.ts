/** Pages of TensorFlow Hub: Markdown with a heading of its own and metadata in comments. */
import type { Source } from "../../src/contracts/source.ts";
import { hubPagesOptions, listHubPages, type HubPagesOptions } from "../markdown/hub-pages.ts";
import { parsers } from "../parsers.ts";

export const tfhub: Source<HubPagesOptions> = {
  name: "tfhub",
  summary: "TensorFlow Hub pages, from a folder or by address",
  options: hubPagesOptions,
  list: (options, context) => listHubPages(options, context, () => ({})),
  parse: async (page) => (await parsers.tfhub())(page),
};
