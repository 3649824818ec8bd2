/** The record of sources. */
import type { Source } from "../src/contracts/source.ts";
import { huggingface } from "./huggingface/index.ts";

/** Every source but `pydoc`, by name. */
export const sources = { huggingface } satisfies Record<string, Source>;
