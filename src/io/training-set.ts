/** A folder of one training format as `codergen export` wrote it, or as somebody made it: its format, index and questions. */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { z } from "zod";
import { type FinetuneFormat, finetuneFormats } from "../contracts/finetune.ts";
import { type ChatMessage, chatMessageSchema } from "../contracts/model.ts";
import { splitNames } from "../contracts/training.ts";
import { ToolkitError } from "../errors.ts";
import { textLines } from "./dataset-rows.ts";
import { fileDigest } from "./file-digest.ts";

export interface TrainingSet {
  readonly folder: string;
  readonly format: FinetuneFormat;
  /** SHA-256 of train.jsonl. */
  readonly hash: string;
  /** What is known of where its rows come from; null where there is no index. */
  readonly index: readonly IndexLine[] | null;
}

const indexLineSchema = z.object({
  split: z.enum(splitNames),
  line: z.int(),
  taskId: z.string(),
  documentId: z.string(),
});
export type IndexLine = z.infer<typeof indexLineSchema>;

const text = z.string();
const rowSchemas = {
  chat: z.looseObject({ messages: z.array(chatMessageSchema.loose()).min(1) }),
  sharegpt: z.looseObject({
    conversations: z.array(z.looseObject({ from: z.enum(["system", "human", "gpt"]), value: text })).min(1),
  }),
  completion: z.looseObject({ prompt: text, completion: text }),
} as const;

/** What other formats of the export look like: for the reason why they are refused. */
const OTHERS: readonly (readonly [string, readonly string[]])[] = [
  ["preference", ["chosen", "rejected"]],
  ["quadruplets", ["instruction", "reasoning", "code", "tests"]],
  ["alpaca", ["instruction", "output"]],
];

/**
 * Looks at every row of the training split before anything is started.
 * @throws ToolkitError `input-not-found` without train.jsonl, `input-invalid` for a format that is not trained on, or a
 * broken row, with its line.
 */
export async function readTrainingSet(folder: string): Promise<TrainingSet> {
  const path = join(folder, "train.jsonl");
  if (!existsSync(path)) {
    throw new ToolkitError("input-not-found", `${folder} has no train.jsonl`, {
      hint: "Give the folder of one training format: codergen export RUN --format chat makes RUN/training/chat.",
    });
  }
  let layout: keyof typeof rowSchemas | null = null;
  let number = 0;
  for await (const line of textLines(path)) {
    number++;
    const row = json(line);
    layout ??= layoutOf(row, path);
    if (rowSchemas[layout].safeParse(row).success) continue;
    throw new ToolkitError("input-invalid", `${path}: line ${number} is no row of the format ${layout}`, {
      hint: `Rows have ${WANTED[layout]}. \`codergen export RUN --format ${layout}\` writes them.`,
    });
  }
  if (layout === null) {
    throw new ToolkitError("input-invalid", `${path} has no rows`, {
      hint: "Export with another --split, or a lower --tier: nothing was put into the training split.",
    });
  }
  const { sha256 } = await fileDigest(path);
  return { folder, format: await formatOf(folder, layout), hash: sha256, index: await readIndex(folder) };
}

const WANTED: Readonly<Record<keyof typeof rowSchemas, string>> = {
  chat: '"messages" with a role (system, user, assistant) and content',
  sharegpt: '"conversations" with from (system, human, gpt) and value',
  completion: '"prompt" and "completion" as text',
};

/** @throws ToolkitError `input-invalid` that says what to export instead. */
function layoutOf(row: unknown, path: string): keyof typeof rowSchemas {
  const keys = row !== null && typeof row === "object" ? Object.keys(row) : [];
  if (keys.includes("messages")) return "chat";
  if (keys.includes("conversations")) return "sharegpt";
  if (keys.includes("prompt") && keys.includes("completion")) return "completion";
  const other = OTHERS.find(([, names]) => names.every((name) => keys.includes(name)))?.[0];
  const what = other === undefined ? "rows of no format that is trained on" : `the format ${other}`;
  throw new ToolkitError("input-invalid", `${path} has ${what}`, {
    hint: `finetune trains on ${finetuneFormats.join(", ")}: export one of them, e.g. codergen export RUN --format chat.`,
  });
}

/** `repair` looks like `chat`; what the export wrote beside it tells them apart. */
async function formatOf(folder: string, layout: keyof typeof rowSchemas): Promise<FinetuneFormat> {
  const stats: unknown = json(await readFile(join(folder, "stats.json"), "utf8").catch(() => "null"));
  const named = z.object({ format: z.literal("repair") }).safeParse(stats).success;
  return layout === "chat" && (named || basename(folder) === "repair") ? "repair" : layout;
}

async function readIndex(folder: string): Promise<IndexLine[] | null> {
  const path = join(folder, "index.jsonl");
  if (!existsSync(path)) return null;
  const lines: IndexLine[] = [];
  let number = 0;
  for await (const line of textLines(path)) {
    number++;
    const parsed = indexLineSchema.safeParse(json(line));
    if (!parsed.success) {
      throw new ToolkitError("input-invalid", `${path}: line ${number} says not which task a row is of`, {
        hint: "Export the training set again, or remove index.jsonl: what was trained on is then not known.",
      });
    }
    lines.push(parsed.data);
  }
  return lines;
}

/**
 * The questions of the rows as a model is trained on them, by task; empty for formats whose question is another one than
 * the task's.
 */
export async function questionsOf({
  folder,
  format,
  index,
}: TrainingSet): Promise<Map<string, ChatMessage[]>> {
  const found = new Map<string, ChatMessage[]>();
  if (index === null || format === "repair") return found;
  const taskAt = new Map(index.map(({ split, line, taskId }) => [`${split}#${line}`, taskId]));
  for (const split of splitNames) {
    const path = join(folder, `${split}.jsonl`);
    if (!existsSync(path)) continue;
    let number = 0;
    for await (const line of textLines(path)) {
      const taskId = taskAt.get(`${split}#${number++}`);
      const messages = questionOf(json(line));
      if (taskId !== undefined && messages.length > 0) found.set(taskId, messages);
    }
  }
  return found;
}

const SPEAKERS = { system: "system", human: "user", gpt: "assistant" } as const;

/** All before the answer. */
function questionOf(row: unknown): ChatMessage[] {
  const chat = rowSchemas.chat.safeParse(row).data?.messages;
  const turns = rowSchemas.sharegpt.safeParse(row).data?.conversations;
  const prompt = rowSchemas.completion.safeParse(row).data?.prompt;
  const messages = chat ?? turns?.map(({ from, value }) => ({ role: SPEAKERS[from], content: value }));
  if (messages !== undefined) {
    const end = messages.findLastIndex(({ role }) => role === "assistant");
    return messages.slice(0, Math.max(end, 0)).map(({ role, content }) => ({ role, content }));
  }
  return prompt === undefined ? [] : [{ role: "user", content: prompt }];
}

function json(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
