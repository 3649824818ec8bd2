/** Model cards of the Hugging Face Hub, live or from a folder. */
import type { Source } from "../../src/contracts/source.ts";
import { listHuggingface } from "./list.ts";
import { huggingfaceOptions, type HuggingfaceOptions } from "./options.ts";
import { parseCard } from "./parse.ts";

export const huggingface: Source<HuggingfaceOptions> = {
  name: "huggingface",
  summary: "model cards of the Hugging Face Hub, or a folder of them",
  options: huggingfaceOptions,
  list: listHuggingface,
  parse: parseCard,
};
