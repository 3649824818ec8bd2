/** Pages of PyTorch Hub: Markdown with a front matter of its own. */
import type { Source } from "../../src/contracts/source.ts";
import { hubPagesOptions, listHubPages, stemOf, type HubPagesOptions } from "../markdown/hub-pages.ts";
import { parsers } from "../parsers.ts";

export const torchhub: Source<HubPagesOptions> = {
  name: "torchhub",
  summary: "PyTorch Hub pages, from a folder or by address",
  options: hubPagesOptions,
  list: (options, context) =>
    listHubPages(options, context, (input) => ({ url: `https://pytorch.org/hub/${stemOf(input)}/` })),
  parse: async (page) => (await parsers.torchhub())(page),
};
