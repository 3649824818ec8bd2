/** The record of sources. */
import type { Source } from "../src/contracts/source.ts";
import { apibench } from "./apibench/index.ts";
import { csv } from "./csv/index.ts";
import { docs } from "./docs/index.ts";
import { huggingface } from "./huggingface/index.ts";
import { jsonl } from "./jsonl/index.ts";
import { tasks } from "./tasks/index.ts";
import { tfhub } from "./tfhub/index.ts";
import { torchhub } from "./torchhub/index.ts";

/** Every source but `pydoc`, by name. */
export const sources = { huggingface, torchhub, tfhub, apibench, docs, csv, jsonl, tasks } satisfies Record<
  string,
  Source
>;
