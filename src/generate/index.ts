/** The record of generators. */
import type { Generator } from "../contracts/generator.ts";
import { extract } from "./extract/index.ts";

export const generators = { extract } satisfies Record<string, Generator>;
