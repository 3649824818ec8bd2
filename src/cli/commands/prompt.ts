import type { Command } from "@commander-js/extra-typings";
import type { ChatMessage, Document, ModelConfig } from "../../index.ts";
import { collect, newCommand, parseWholeNumber, runAction } from "../command.ts";
import { addModelOptions, type Flags, modelLayer } from "../flags.ts";
import { printJson, printLog, printResult, styledResult } from "../output.ts";

export function promptCommand(): Command {
  const command = newCommand("prompt", "the prompts: list, show with a document, compare, try", [
    "codergen prompt list",
    "codergen prompt show generate/requirement --document runs/first/documents.jsonl#1",
    "codergen prompt diff generate/tests.v1 generate/tests.v2 --prompts my-prompts",
    "codergen prompt test generate/requirement --from runs/first/documents.jsonl --limit 3 --model gpt-4.1-mini",
  ]);
  for (const child of [listCommand(), showCommand(), diffCommand(), testCommand()]) command.addCommand(child);
  return command;
}

function listCommand(): Command {
  return withFolder(newCommand("list", "every prompt and version", ["codergen prompt list --json"])).action(
    async (flags: Flags) => {
      await runAction(async () => {
        const { listPrompts } = await import("../../index.ts");
        for (const prompt of listPrompts(folderOf(flags))) {
          const { versionedId, hash, description, inputs } = prompt;
          if (flags["json"] === true) printJson(prompt);
          else
            printResult(
              `${versionedId.padEnd(32)} ${hash.slice(0, 12)}  ${description} (${Object.keys(inputs).join(", ")})`,
            );
        }
        return 0;
      });
    },
  );
}

function showCommand(): Command {
  const command = newCommand("show", "a prompt as a model gets it", [
    "codergen prompt show generate/tests",
    "codergen prompt show generate/requirement.v1 --document runs/first/documents.jsonl#3",
  ]).argument("<id>", "prompt, or one version as <id>.v<N>");
  return withInputs(withFolder(command as unknown as Command)).action(async (...given: unknown[]) => {
    const [id, flags] = given as [string, Flags];
    await runAction(async () => {
      const { showPrompt } = await import("../../index.ts");
      const [document = null] = await documentsOf(flags);
      const shown = showPrompt(id, { document, inputs: inputsOf(flags) }, folderOf(flags));
      if (flags["json"] === true) printJson(shown);
      else {
        printLog(`${shown.prompt.versionedId}, sha256 ${shown.prompt.hash}`);
        for (const message of shown.messages) printMessage(message);
      }
      return 0;
    });
  });
}

function diffCommand(): Command {
  const command = newCommand("diff", "what changed between two versions", [
    "codergen prompt diff generate/tests.v1 generate/tests.v2",
  ])
    .argument("<before>", "prompt and version, as <id>.v<N>")
    .argument("<after>", "prompt and version");
  return withFolder(command as unknown as Command).action(async (...given: unknown[]) => {
    const [before, after, flags] = given as [string, string, Flags];
    await runAction(async () => {
      const { diffPrompts } = await import("../../index.ts");
      const lines = diffPrompts(before, after, folderOf(flags));
      if (flags["json"] === true) printJson(lines);
      else for (const { mark, text } of lines) printResult(`${mark} ${text}`);
      return 0;
    });
  });
}

function testCommand(): Command {
  const command = newCommand("test", "asks a model once with a prompt, and shows what came back", [
    "codergen prompt test generate/single --document runs/first/documents.jsonl#1 --model local --base-url http://127.0.0.1:8080/v1",
  ])
    .argument("<id>", "prompt, or one version as <id>.v<N>")
    .option("--limit <n>", "most documents to ask about", parseWholeNumber);
  return addModelOptions(withInputs(withFolder(command as unknown as Command))).action(
    async (...given: unknown[]) => {
      const [id, flags] = given as [string, Flags];
      await runAction((signal) => runTest(id, flags, signal));
    },
  );
}

async function runTest(id: string, flags: Flags, signal: AbortSignal): Promise<number> {
  const { modelConfigSchema, readEnvironment, testPrompt, validate } = await import("../../index.ts");
  const environment = readEnvironment();
  const {
    name = environment.model,
    baseUrl = environment.baseUrl ?? undefined,
    ...rest
  } = modelLayer(flags) ?? {};
  const model = validate<ModelConfig>(modelConfigSchema, { name: name ?? "", baseUrl, ...rest }, "model");
  const documents = (await documentsOf(flags)).slice(0, (flags["limit"] as number | undefined) ?? 20);
  const prompts = folderOf(flags);
  const folder = prompts === undefined ? {} : { prompts };
  let failed = 0;
  for await (const test of testPrompt(id, { model, documents, inputs: inputsOf(flags), signal, ...folder })) {
    const { documentId, reply } = test;
    if (reply.outcome !== "complete") failed++;
    if (flags["json"] === true) {
      printJson(test);
      continue;
    }
    const cost = reply.costUsd === null ? "cost unknown" : `$${reply.costUsd.toFixed(5)}`;
    const from = reply.fromCache ? "from the cache" : `${reply.calls} calls, ${cost}`;
    printResult(`${documentId ?? id}: ${styledResult("bold", reply.outcome)} (${reply.model}, ${from})`);
    if (reply.detail !== null) printResult(`  ${reply.detail}`);
    for (const [field, value] of Object.entries(reply.fields ?? {}))
      printResult(`  ${field}:\n    ${textOf(value).replaceAll("\n", "\n    ")}`);
  }
  return failed > 0 ? 4 : 0;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function printMessage({ role, content }: ChatMessage): void {
  printResult(`[${role}]\n${content}\n`);
}

function withFolder(command: Command): Command {
  return command
    .option("--prompts <dir>", "a folder of your own in the layout of the toolkit's")
    .option("--json", "JSON on standard output");
}

function withInputs(command: Command): Command {
  return command
    .option("--document <place>", "a document, as FILE.jsonl#N")
    .option("--from <file>", "documents, one JSON line each")
    .option("--set <name=value>", "another input; repeatable", collect as never) as Command;
}

function folderOf(flags: Flags): string | undefined {
  return flags["prompts"] as string | undefined;
}

async function documentsOf(flags: Flags): Promise<Document[]> {
  const place = (flags["document"] ?? flags["from"]) as string | undefined;
  if (place === undefined) return [];
  const { readDocuments } = await import("../../index.ts");
  return await readDocuments(place);
}

function inputsOf(flags: Flags): Record<string, string> {
  const pairs = (flags["set"] as string[] | undefined) ?? [];
  return Object.fromEntries(
    pairs.map((pair) => {
      const equals = pair.indexOf("=");
      return equals === -1 ? [pair, ""] : [pair.slice(0, equals), pair.slice(equals + 1)];
    }),
  );
}
