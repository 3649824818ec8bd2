/** One repair by an agent with a scripted model: real sandbox, real model layer over HTTP. */
import { afterAll, beforeAll } from "vitest";
import { createEnvironmentManager } from "../../sandbox/index.ts";
import { modelConfigSchema } from "../../src/contracts/config.ts";
import type { RealisedEnvironment } from "../../src/contracts/environment.ts";
import { type RepairContext, type RepairRecord, repairRecordSchema } from "../../src/contracts/repair.ts";
import { limitsSchema, type Sandbox } from "../../src/contracts/sandbox.ts";
import { memoryLedger } from "../../src/model/ledger.ts";
import { createModelSet } from "../../src/model-set.ts";
import { repairRunner } from "../../src/pipeline/repair-runner.ts";
import { repairAgents } from "../../src/repair/index.ts";
import { testSandbox } from "../helpers/model-context.ts";
import { type ChatBody, type ServerPlan, startScriptedServer } from "../helpers/scripted-server.ts";
import { tempFolderForSuite } from "../helpers/temp-folder.ts";

const folder = tempFolderForSuite();
let sandbox: Sandbox;
let environment: RealisedEnvironment;

beforeAll(async () => {
  sandbox = await testSandbox();
  environment = await (await createEnvironmentManager({ cacheDir: folder() })).resolve([]);
});
afterAll(() => sandbox?.close());

/** Three cases: a clamp that is broken in each of them. */
const TESTS = `def test_inside():
    assert clamp(5, 0, 9) == 5


def test_below():
    assert clamp(-1, 0, 9) == 0


def test_above():
    assert clamp(11, 0, 9) == 9
`;
export const BROKEN = "def clamp(x, low, high):\n    return lows\n";
/** Passes two of three. */
export const HALF = "def clamp(x, low, high):\n    return max(low, x)\n";
/** Passes one of three. */
export const WORSE = "def clamp(x, low, high):\n    return high\n";
export const RIGHT = "def clamp(x, low, high):\n    return max(low, min(x, high))\n";

export interface Scene {
  readonly record: RepairRecord;
  readonly bodies: readonly ChatBody[];
  /** Programs that were run. */
  readonly ran: readonly string[];
}

export interface Play {
  readonly agent: string;
  readonly plan: ServerPlan;
  readonly code?: string;
  readonly tests?: string;
  readonly rounds?: number;
  readonly approve?: RepairContext["approve"];
  readonly documents?: { readonly title: string; readonly text: string }[];
}

let plays = 0;

export async function play({
  agent,
  plan,
  code = BROKEN,
  tests = TESTS,
  rounds = 3,
  approve,
  documents = [],
}: Play): Promise<Scene> {
  const server = await startScriptedServer(plan);
  const config = modelConfigSchema.parse({ name: "scripted", baseUrl: server.baseUrl, rounds });
  const models = createModelSet(config, {
    cacheDir: `${folder()}/replies-${plays++}`,
    ledger: memoryLedger(),
  });
  const names = [...tests.matchAll(/^def (test_\w+)/gm)].map(([, name]) => name ?? "");
  const signal = new AbortController().signal;
  const runner = repairRunner({
    sandbox,
    environment,
    fileName: "clamp.py",
    functionName: "clamp",
    tests,
    cases: names.map((name) => ({ kind: "correctness", name })),
    testContext: "",
    limits: limitsSchema.parse({ cpuSeconds: 5, wallSeconds: 20 }),
    signal,
  });
  const ran: string[] = [];
  const run: RepairContext["run"] = (program) => {
    ran.push(program);
    return runner.run(program);
  };
  const request = {
    id: "clamp",
    instruction: "Limit x to the range.",
    code,
    functionName: "clamp",
    requirements: [],
    documents,
  };
  const context = { models, run, inspect: runner.inspect, rounds, signal, ...(approve && { approve }) };
  try {
    const found = repairAgents[agent];
    if (found === undefined) throw new Error(`no agent ${agent}`);
    const record = repairRecordSchema.parse(await found.repair(request, context));
    return { record, bodies: server.bodies, ran };
  } finally {
    await server.close();
  }
}

/** Programs one after the other, the last one again and again; suggestions and thoughts are fixed. */
export function programs(list: readonly string[], action = "run"): ServerPlan {
  let next = 0;
  return {
    fill: (field) => {
      if (field === "code" || field === "input") return list[Math.min(next++, list.length - 1)] ?? "";
      if (field === "action") return action;
      return field === "suggestions" ? "- Use the parameter low.\n- Limit from above too." : "a thought";
    },
  };
}
