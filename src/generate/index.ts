/** The record of generators. */
import type { Generator } from "../contracts/generator.ts";
import { coderReviewer } from "./coder-reviewer.ts";
import { compose } from "./compose/index.ts";
import { extract } from "./extract/index.ts";
import { hardInputs } from "./hard-inputs/index.ts";
import { piecewise } from "./piecewise.ts";
import { single } from "./single.ts";

export const generators = {
  extract,
  piecewise,
  single,
  "coder-reviewer": coderReviewer,
  "hard-inputs": hardInputs,
  compose,
} satisfies Record<string, Generator>;
