/** A prompt of your own: a folder with one file, shown with a document, and tried on a model. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Document, showPrompt, testPrompt } from "../../src/index.ts";

const prompt = `---
id: generate/requirement
version: 2
description: One requirement, for beginners.
inputs:
  page: { description: the document, kind: data }
  examples: { description: requirements of tasks that were verified before, kind: text }
output:
  name: state_requirement
  description: The requirement.
  schema:
    type: object
    properties:
      requirement: { type: string, description: "one sentence" }
    required: [requirement]
    additionalProperties: false
---
## system
You design programming tasks for beginners.

## user
{{page}}

Design one requirement for a Python function that a beginner can write. {{examples}}
`;

/** Writes the prompt into `folder`, and returns what it says about `document` and what a model answers. */
export async function tryOwnPrompt(
  folder: string,
  document: Document,
  model: { readonly name: string; readonly baseUrl: string },
): Promise<{ readonly shown: string; readonly requirement: unknown }> {
  await mkdir(join(folder, "generate"), { recursive: true });
  await writeFile(join(folder, "generate", "requirement.v2.md"), prompt);
  const { messages } = showPrompt("generate/requirement", { document }, folder);
  const cacheDir = join(folder, "cache");
  for await (const { reply } of testPrompt("generate/requirement", {
    model,
    documents: [document],
    prompts: folder,
    cacheDir,
  })) {
    return { shown: messages[1]?.content ?? "", requirement: reply.fields?.["requirement"] };
  }
  throw new Error("no document was given");
}
