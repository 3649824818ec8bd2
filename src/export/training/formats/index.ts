/** The record of training formats. */
import type { TrainingFormat } from "../../../contracts/training.ts";
import type { RowFormat } from "../training-format.ts";
import { alpaca } from "./alpaca.ts";
import { chat } from "./chat.ts";
import { completion } from "./completion.ts";
import { openaiPreference } from "./openai-preference.ts";
import { preference } from "./preference.ts";
import { quadruplets } from "./quadruplets.ts";
import { repair } from "./repair.ts";
import { sharegpt } from "./sharegpt.ts";

export const rowFormats: Readonly<Record<TrainingFormat, RowFormat>> = {
  chat,
  alpaca,
  completion,
  sharegpt,
  repair,
  preference,
  "openai-preference": openaiPreference,
  quadruplets,
};
