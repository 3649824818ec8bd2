/** The steps of a session over any table of outcomes, by the public API. */
import { expect, test } from "vitest";
import { policyNames, pruneByAnswer, rankCandidates, rankTests } from "../../src/api/rank/policies.ts";

const table = {
  candidates: ["c0", "c1", "c2", "c3", "c4"],
  tests: ["t0", "t1", "t2", "t3"],
  rows: ["PPFF", "PFPF", "PFFF", "FPPF", "PPPF"],
};
const ids = (ranked: readonly { readonly id: string }[]): string[] => ranked.map(({ id }) => id);

test("tests by any policy, with their keys", () => {
  expect(ids(rankTests(table, { policy: "distinguishing" }))).toEqual(["t1", "t2", "t0", "t3"]);
  expect(rankTests(table, { policy: "failed_codes" })[0]).toEqual({ id: "t3", key: [5, 5] });
  expect(ids(rankTests(table))[0]).toBe("t1");
  expect(ids(rankTests(table, { policy: "greedy", reference: "PFFF" }))[0]).toBe("t1");
  for (const policy of policyNames.tests)
    expect(rankTests(table, { policy, reference: "PPFF" })).toHaveLength(4);
});

test("candidates by any policy", () => {
  expect(rankCandidates(table, { policy: "passing-tests" })).toEqual(["c4", "c0", "c1", "c3", "c2"]);
  for (const policy of policyNames.candidates) expect(rankCandidates(table, { policy })[0]).toMatch(/^c\d$/);
});

test("pruning by an answer", () => {
  expect(pruneByAnswer(table, "t0", "yes")).toEqual(["c0", "c1", "c2", "c4"]);
  expect(pruneByAnswer(table, "t0", "no")).toEqual(["c3"]);
  expect(pruneByAnswer(table, "t0", "no", { protectedCandidates: ["c1"] })).toEqual(["c1", "c3"]);
  expect(pruneByAnswer(table, "t0", "skip")).toEqual(table.candidates);
});

test("a table that is none", () => {
  expect(() => rankTests({ ...table, rows: ["PP"] })).toThrow(/not a pass matrix/);
  expect(() => rankTests({ ...table, rows: table.rows.map((row) => row.replace("P", "x")) })).toThrow(
    /the letter "x"/,
  );
});
