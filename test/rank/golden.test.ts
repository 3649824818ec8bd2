/** Recorded cases of TiCoder, where they are: none fails, and what is skipped is what the specification says must differ. */
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import type { GoldenCase, Replayed, Tools } from "../../scripts/golden/case.ts";
import { kinds } from "../../scripts/golden/kinds.ts";
import { loadPython } from "../../src/python/index.ts";
import { rankingContext } from "../helpers/ranking.ts";
import { sharedPath } from "../helpers/shared.ts";

const path = sharedPath("golden", "ticoder_cases.json");
const cases = path === null ? [] : (JSON.parse(readFileSync(path, "utf8")) as { cases: GoldenCase[] }).cases;
/** References of whole benchmarks take minutes; `npm run replay-golden` has them. */
const LONG = new Set(["dataset_parse"]);
const REASON = /^(B\d+(, B\d+)*|5\.1\.10(, left out by A11)?): /;

const context = rankingContext(["numpy"]);
let tools: Tools;
beforeAll(async () => {
  const made = await context();
  tools = {
    python: await loadPython(),
    context: () => Promise.resolve({ ...made, channel: "shared", prelude: true }),
    benchmarks: sharedPath("benchmarks"),
  };
}, 120_000);

describe.runIf(path !== null)("recorded cases", () => {
  const names = [...new Set(cases.map(({ kind }) => kind))];
  const byKind = new Map(names.map((name) => [name, cases.filter(({ kind }) => kind === name)]));

  test("every kind is known", () => {
    expect([...byKind.keys()].filter((kind) => kinds[kind] === undefined)).toEqual([]);
  });

  test.each([...byKind].filter(([kind]) => !LONG.has(kind)))(
    "%s",
    async (kind, of) => {
      const results: (Replayed & { id: string })[] = [];
      for (const golden of of)
        results.push({
          id: golden.id,
          ...((await kinds[kind]?.(golden, tools)) ?? { state: "failed", detail: "" }),
        });
      expect(results.filter(({ state }) => state === "failed")).toEqual([]);
      const reasons = results.flatMap((result) => (result.state === "skipped" ? [result.reason] : []));
      expect(reasons.filter((reason) => !REASON.test(reason))).toEqual([]);
    },
    300_000,
  );
});
