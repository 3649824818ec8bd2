/** What a generator with a model needs, made of the real parts; only the model's server is scripted. */
import { createEnvironmentManager, createSandbox } from "../../sandbox/index.ts";
import { type ModelConfig, modelConfigSchema } from "../../src/contracts/config.ts";
import { documentSchema, type Document } from "../../src/contracts/document.ts";
import type { GenerateContext } from "../../src/contracts/generator.ts";
import { limitsSchema, type Sandbox } from "../../src/contracts/sandbox.ts";
import { memoryLedger } from "../../src/model/ledger.ts";
import { createModelSet } from "../../src/model-set.ts";
import { type ChatBody, type ServerPlan, startScriptedServer } from "./scripted-server.ts";
import { scriptedField } from "./scripted-task.ts";

/** The strongest sandbox of this machine; without isolation a line says so. */
export function testSandbox(): Promise<Sandbox> {
  return createSandbox({ backend: "auto", workers: 2 }).catch(() => {
    console.log('no isolation on this machine: generators are tested with the sandbox "none"');
    return createSandbox({ backend: "none", workers: 2 });
  });
}

export interface ModelScene {
  readonly context: GenerateContext;
  /** Every request that got an answer, in order. */
  readonly bodies: readonly ChatBody[];
  close(): Promise<void>;
}

export interface SceneOptions {
  readonly sandbox: Sandbox;
  /** A folder of the test's own. */
  readonly folder: string;
  readonly model?: Partial<ModelConfig>;
  readonly overrides?: Partial<GenerateContext>;
}

/** A context whose model is a scripted server. */
export async function modelScene(plan: ServerPlan, options: SceneOptions): Promise<ModelScene> {
  const server = await startScriptedServer({ fill: scriptedField, ...plan });
  const settings = { name: "scripted", baseUrl: server.baseUrl, ...options.model };
  const config = modelConfigSchema.parse(settings);
  const context: GenerateContext = {
    models: createModelSet(config, { cacheDir: options.folder, ledger: memoryLedger() }),
    exemplars: () => [],
    sandbox: options.sandbox,
    environments: await createEnvironmentManager({ cacheDir: options.folder }),
    limits: limitsSchema.parse({ cpuSeconds: 10, wallSeconds: 20 }),
    toolkitVersion: "0.0.0",
    signal: new AbortController().signal,
    ...options.overrides,
  };
  return { context, bodies: server.bodies, close: () => server.close() };
}

/** A page that the scripted answers are about. */
export function numberPage(number: number, description = "This page is about adding a number."): Document {
  return documentSchema.parse({
    id: `jsonl:add-${number}`,
    source: "jsonl",
    url: null,
    revision: null,
    licence: null,
    contentHash: "0",
    domain: "other",
    name: `add-${number}`,
    title: null,
    description,
    sections: [],
    examples: [],
    metrics: [],
    requirements: [],
    tags: [],
    api: null,
    group: null,
    extra: {},
    warnings: [],
  });
}

/** Which piece a request asks for: the name of the function the model is to call. */
export function pieceOf(body: ChatBody): string {
  return body.tools?.[0]?.function.name ?? "";
}

/** All text of a request. */
export function textOf(body: ChatBody): string {
  return body.messages.map(({ content }) => content).join("\n");
}
