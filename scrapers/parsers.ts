/** How a worker thread gets the parser of one source without loading the others or anything of the network. */
import type { SourceName } from "../src/contracts/document.ts";
import type { Source } from "../src/contracts/source.ts";

export type Parse = Source["parse"];

export const parsers: Record<Exclude<SourceName, "pydoc">, () => Promise<Parse>> = {
  huggingface: async () => (await import("./huggingface/parse.ts")).parseCard,
  torchhub: async () => (await import("./torchhub/parse.ts")).parseTorchhub,
  tfhub: async () => (await import("./tfhub/parse.ts")).parseTfhub,
  apibench: async () => (await import("./apibench/parse.ts")).parseApibench,
  docs: async () => (await import("./docs/parse.ts")).parseDocs,
  csv: async () => (await import("./mapped-record.ts")).parseCsvRecord,
  jsonl: async () => (await import("./mapped-record.ts")).parseJsonlRecord,
  tasks: async () => (await import("./tasks/parse.ts")).parsePair,
};
