/** A pair of tasks as a document. */
import { z } from "zod";
import { domainSchema, type CodeBlock } from "../../src/contracts/document.ts";
import type { JsonValue } from "../../src/contracts/json.ts";
import type { Page, Parsed } from "../../src/contracts/source.ts";
import { normaliseRequirements } from "../../src/python/index.ts";
import { emptyDocument, rejected } from "../draft.ts";
import { readRecord } from "../record.ts";
import { type Parent, parentSchema } from "./rows.ts";

const pairSchema = z.object({ seed: z.int(), pair: z.tuple([parentSchema, parentSchema]) });

/** Never throws on content. */
export function parsePair(page: Page): Promise<Parsed> {
  return Promise.resolve(documentOf(page));
}

function documentOf(page: Page): Parsed {
  const read = readRecord(page);
  if ("state" in read) return read;
  const parsed = pairSchema.safeParse(read.record);
  if (!parsed.success) return rejected("invalid-record", "The record is no pair of tasks with a seed.");
  const { pair, seed } = parsed.data;
  const [first, second] = pair;
  const domain = domainSchema.safeParse(first.domain === second.domain ? first.domain : "other");
  return {
    state: "accepted",
    document: {
      ...emptyDocument("tasks", page),
      licence: first.licence,
      domain: domain.data ?? "other",
      name: `${first.function_name} + ${second.function_name}`,
      description: pair.map(({ instruction }) => instruction).join("\n\n"),
      examples: pair.map(blockOf),
      requirements: normaliseRequirements(pair.flatMap(({ requirements }) => [...requirements])),
      extra: { seed, pair: pair as unknown as JsonValue },
    },
  };
}

function blockOf({ imports, function: code, function_name: heading }: Parent): CodeBlock {
  return {
    language: "python",
    info: "python",
    kind: "script",
    code: `${imports}\n\n\n${code}`,
    steps: null,
    parses: true,
    line: null,
    heading,
  };
}
