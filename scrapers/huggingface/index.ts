/** Model cards of the Hugging Face Hub, live or from a folder. */
import type { Source } from "../../src/contracts/source.ts";
import { parsers } from "../parsers.ts";
import { huggingfaceOptions, type HuggingfaceOptions } from "./options.ts";

export const huggingface: Source<HuggingfaceOptions> = {
  name: "huggingface",
  summary: "model cards of the Hugging Face Hub, or a folder of them",
  options: huggingfaceOptions,
  async *list(options, context) {
    const { listHuggingface } = await import("./list.ts");
    yield* listHuggingface(options, context);
  },
  parse: async (page) => (await parsers.huggingface())(page),
};
