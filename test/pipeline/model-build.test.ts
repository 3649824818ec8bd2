/**
 * A whole build with a model, against a server that shows every fault: no document is lost, none is paid for twice,
 * and kills on the way change nothing.
 */
import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { GenerateRecord } from "../../src/contracts/task.ts";
import type { Summary } from "../../src/contracts/summary.ts";
import { sha256 } from "../../src/util/hash.ts";
import { codergen } from "../helpers/codergen.ts";
import {
  type ChatBody,
  type Fault,
  type ScriptedServer,
  startScriptedServer,
} from "../helpers/scripted-server.ts";
import { scriptedField } from "../helpers/scripted-task.ts";
import { tempFolder } from "../helpers/temp-folder.ts";

const DOCUMENTS = Number(process.env["CODERGEN_TEST_DOCUMENTS"] ?? 60);
const KILLS = 10;
const CONCURRENCY = 16;

const FAULTS: readonly Fault[] = [
  ...[
    "429",
    "429-retry-after",
    "500",
    "cut",
    "truncated",
    "truncated-call",
    "malformed",
    "refused",
    "filtered",
    "empty",
  ],
] as Fault[];
const LASTING: readonly Fault[] = ["refused", "filtered"];

/** One request in ten shows a fault; which one depends on its content alone. */
function faultOf(body: ChatBody, n: number): Fault | null {
  const digits = Number.parseInt(sha256(JSON.stringify(body.messages)).slice(0, 8), 16);
  if (digits % 10 !== 0) return null;
  const fault = FAULTS[Math.floor(digits / 10) % FAULTS.length] ?? null;
  return fault !== null && (n === 0 || LASTING.includes(fault)) ? fault : null;
}

async function documentsFile(folder: string): Promise<string> {
  const path = join(folder, "pages.jsonl");
  const rows = Array.from({ length: DOCUMENTS }, (_, index) =>
    JSON.stringify({ title: `add-${index + 1}`, text: `Page add-${index + 1} is about adding a number.` }),
  );
  await writeFile(path, `${rows.join("\n")}\n`);
  return path;
}

function words(folder: string, out: string, baseUrl: string): string[] {
  return [
    ...["build", "--source", "jsonl", "--from", join(folder, "pages.jsonl")],
    ...["--columns", "name=title", "--columns", "description=text", "--name", "scripted", "--out", out],
    ...["--model", "scripted", "--base-url", baseUrl, "--config", join(folder, "codergen.yaml")],
  ];
}

const readLines = <Line>(path: string): Line[] =>
  readFileSync(path, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);

async function scriptedServer(): Promise<ScriptedServer> {
  const server = await startScriptedServer({ latencyMs: 15, fault: faultOf, fill: scriptedField });
  onTestFinished(() => server.close());
  return server;
}

async function setUp(): Promise<string> {
  const folder = await tempFolder();
  await documentsFile(folder);
  const settings = {
    sources: [],
    model: {
      name: "scripted",
      concurrency: CONCURRENCY,
      prices: { scripted: { input: 1, cachedInput: 1, output: 10 } },
    },
    verify: { reruns: 1 },
  };
  await writeFile(join(folder, "codergen.yaml"), JSON.stringify(settings));
  return folder;
}

describe("a build with a model", () => {
  it(`ends ${DOCUMENTS} documents in ${DOCUMENTS} states, through faults and ${KILLS} kills`, {
    timeout: 3_600_000,
  }, async () => {
    const folder = await setUp();
    const server = await scriptedServer();
    const calm = join(folder, "calm");
    const started = performance.now();
    const first = await codergen(words(folder, calm, server.baseUrl), {
      env: { CODERGEN_CACHE_DIR: join(folder, "cache-1") },
    });
    const durationMs = performance.now() - started;
    expect(first.code, first.stderr).toBe(0);
    const records = readLines<GenerateRecord>(join(calm, "tasks.jsonl"));
    expect(new Set(records.map(({ documentId }) => documentId)).size).toBe(DOCUMENTS);
    const summary = JSON.parse(readFileSync(join(calm, "summary.json"), "utf8")) as Summary;
    expect(summary.generate.generated + summary.generate.rejected).toBe(DOCUMENTS);
    expect(summary.export.verified).toBe(summary.generate.generated);
    for (const { state, reason } of records)
      if (state === "rejected") expect(reason).toMatch(/^model-(refused|filtered)$/);

    const secondServer = await scriptedServer(); // as fresh as the first: faults come again
    const killed = join(folder, "killed");
    const env = { CODERGEN_CACHE_DIR: join(folder, "cache-2") };
    for (let round = 0; round < KILLS; round++) {
      const afterMs = 300 + ((round * 7_919) % 100) * 0.005 * durationMs;
      await codergen(words(folder, killed, secondServer.baseUrl), {
        env,
        onStart: (child) => setTimeout(() => child.kill("SIGKILL"), afterMs),
      });
    }
    const last = await codergen(words(folder, killed, secondServer.baseUrl), { env });
    expect(last.code, last.stderr).toBe(0);
    const strip = ({ attempts, ...record }: GenerateRecord) => ({
      ...record,
      outcomes: attempts?.map(({ outcome, text }) => [outcome, text]),
    });
    expect(readLines<GenerateRecord>(join(killed, "tasks.jsonl")).map(strip)).toEqual(records.map(strip));
    expect(readFileSync(join(killed, "verdicts.jsonl"), "utf8")).toBe(
      readFileSync(join(calm, "verdicts.jsonl"), "utf8"),
    );
    const repeated = secondServer.requests() - server.requests();
    expect(repeated).toBeLessThanOrEqual(KILLS * CONCURRENCY);
    console.log(
      `${DOCUMENTS} documents: ${summary.generate.generated} generated, ${summary.generate.rejected} rejected; ${server.requests()} calls undisturbed, ${repeated} more through ${KILLS} kills`,
    );
  });
});
