/** A build killed at random moments and started again equals one that was left alone. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { codergen } from "../helpers/codergen.ts";
import { tempFolder } from "../helpers/temp-folder.ts";

const KILLS = Number(process.env["CODERGEN_TEST_KILLS"] ?? 20);

function filesOf(folder: string): Map<string, string> {
  const files = new Map<string, string>();
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    const path = join(folder, name);
    const inRun = relative(folder, path);
    if (!statSync(path).isFile() || inRun.startsWith("logs/")) continue;
    files.set(inRun, readFileSync(path).toString("base64"));
  }
  return files;
}

/** Mulberry32: a seeded generator, so that a failure can be repeated. */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function buildWords(out: string): string[] {
  return [
    "build",
    "--source",
    "pydoc",
    "--package",
    "statistics",
    "--package",
    "textwrap",
    "--package",
    "fractions",
    "--name",
    "killed",
    "--out",
    out,
  ];
}

describe("kill -9", () => {
  it(`at ${KILLS} random moments changes nothing and repeats nothing`, { timeout: 900_000 }, async () => {
    const folder = await tempFolder();
    const env = { CODERGEN_CACHE_DIR: join(folder, "cache") };
    const calm = join(folder, "calm");
    const started = performance.now();
    const whole = await codergen(buildWords(calm), { env });
    const durationMs = performance.now() - started;
    expect(whole.code, whole.stderr).toBe(0);

    const seed = Date.now() % 1_000_000;
    const random = seededRandom(seed);
    const killed = join(folder, "killed");
    let kills = 0;
    for (let round = 0; round < KILLS; round++) {
      const afterMs = 300 + (random() * 2 * durationMs) / KILLS; // so that most rounds are killed at work
      const result = await codergen(buildWords(killed), {
        env,
        onStart: (child) => setTimeout(() => child.kill("SIGKILL"), afterMs),
      });
      if (result.signal === "SIGKILL") kills++;
    }
    const last = await codergen(buildWords(killed), { env });
    expect(last.code, `seed ${seed}\n${last.stderr}`).toBe(0);
    expect(kills, `seed ${seed}`).toBeGreaterThan(KILLS / 2);

    const expected = filesOf(calm);
    const actual = filesOf(killed);
    expect([...actual.keys()].sort(), `seed ${seed}`).toEqual([...expected.keys()].sort());
    const different = [...expected]
      .filter(([name, content]) => actual.get(name) !== content)
      .map(([name]) => name);
    expect(different, `seed ${seed}`).toEqual([]);
    expect(repeatedSteps(killed), `seed ${seed}`).toEqual([]);
    console.log(`killed ${kills} times in ${KILLS} rounds (seed ${seed}); ${expected.size} files equal`);
  });
});

/** Steps that the run's log shows finished more than once. */
function repeatedSteps(folder: string): string[] {
  const counts = new Map<string, number>();
  for (const line of readFileSync(join(folder, "logs", "events.jsonl"), "utf8").split("\n")) {
    let event: { type?: string; input?: string; documentId?: string; taskId?: string };
    try {
      event = JSON.parse(line) as typeof event;
    } catch {
      continue; // the line a kill cut short
    }
    const key = event.taskId ?? event.documentId ?? event.input;
    if (key !== undefined) counts.set(`${event.type} ${key}`, (counts.get(`${event.type} ${key}`) ?? 0) + 1);
  }
  return [...counts].filter(([, count]) => count > 1).map(([step]) => step);
}
