/** The sieve, licences and balance. */
import { secretLintProfiler } from "@secretlint/profiler";
import { describe, expect, it } from "vitest";
import { BalancedSelection, capFor } from "../../src/audit/balance.ts";
import { termsOf, wholeLicence } from "../../src/audit/licences.ts";
import { findingsIn, withoutFindings } from "../../src/audit/sieve.ts";

/** Keys in pieces, so that no scanner takes this file for a leak. */
const key = (...parts: string[]): string => parts.join("");

describe("the sieve", () => {
  it.each([
    ["huggingface", `token = "${key("hf_", "aBcDeFgHiJkLmNoPqRsTuVwXyZaBcDeFgH")}"`],
    ["aws-access-key-id", `key = "${key("AKIA", "QQ3SJ7XHGKLMNPRT")}"`],
    ["wandb-key", `WANDB_API_KEY = "${"0123456789abcdef".repeat(3).slice(0, 40)}"`],
    ["e-mail", "# written by ada.l@lovelace-engines.org"],
    ["ip-address", "host = '93.184.216.34'"],
    ["home-folder", "open('/home/adalov/data.csv')"],
    ["home-folder", "open(r'C:\\Users\\adalov\\data.csv')"],
  ])("finds %s", async (rule, text) => {
    const found = await findingsIn(`first line\n${text}\n`, "code");
    expect(found.map((finding) => finding.rule)).toEqual([rule]);
    expect(found[0]).toMatchObject({ line: 2, where: "code" });
    expect(found[0]?.masked).toMatch(/^.{3}\*+$/);
  });

  it.each([
    "seed = 20240115",
    "mail = 'user@example.com'",
    "host = '127.0.0.1'; mask = '255.255.255.0'; lan = '192.168.1.7'",
    "version = '1.2.3.4'",
    "open('/home/user/data.csv')",
    "matrix = a @ b.T",
    "@decorator.with_name",
    "key = 'AKIAIOSFODNN7EXAMPLE'",
    "token = 'hf_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx'",
    "path = 'photo@2x.png'",
  ])("takes no offence at %s", async (text) => {
    expect(await findingsIn(text, "code")).toEqual([]);
  });

  it("keeps nothing of the texts that it has seen", async () => {
    for (let text = 0; text < 20; text++) await findingsIn(`seed = ${text}`, "code");
    await new Promise((resolve) => setTimeout(resolve, 20)); // entries are handed over later
    expect(await secretLintProfiler.getEntries()).toEqual([]);
    expect(performance.getEntriesByType("mark")).toEqual([]);
  });

  it("redacts what it found, and nothing else", async () => {
    const text = "Write to ada.l@lovelace-engines.org, or to bo.b@lovelace-engines.org.";
    const found = await findingsIn(text, "text");
    expect(withoutFindings(text, found)).toBe("Write to [e-mail], or to [e-mail].");
  });
});

describe("licences", () => {
  it.each([
    ["MIT", "permissive"],
    ["GPL-3.0-only", "copyleft"],
    ["MIT OR GPL-3.0-only", "permissive"],
    ["(MIT AND CC-BY-SA-4.0)", "share-alike"],
    ["Apache-2.0 WITH LLVM-exception", "permissive"],
    ["CC-BY-NC-4.0", "non-commercial"],
    ["openrail", "use-restricted"],
    ["CC-BY-NC-ND-4.0", "no-derivatives"],
    ["my own words", "unknown"],
    [null, "unknown"],
  ] as const)("%s is %s", (licence, terms) => {
    expect(termsOf(licence)).toBe(terms);
  });

  it("of a whole are those of its rows, the strictest terms count", () => {
    expect(wholeLicence({ MIT: 3 })).toMatchObject({ spdx: "MIT", terms: "permissive", blocking: [] });
    expect(wholeLicence({ MIT: 3, "CC-BY-SA-4.0": 1 })).toMatchObject({
      spdx: null,
      terms: "share-alike",
      blocking: [],
    });
  });

  it("that are unknown or forbid derived works block publishing, with the number of rows", () => {
    const { blocking } = wholeLicence({ MIT: 3, unknown: 2, "CC-BY-ND-4.0": 1 });
    expect(blocking).toEqual([
      "2 rows: the terms of their source are not known",
      "1 rows: CC-BY-ND-4.0 forbids derived works",
    ]);
    expect(wholeLicence({})).toMatchObject({ spdx: null, terms: "unknown" });
  });
});

describe("balance", () => {
  it("caps so that none has more than its share of what is kept", () => {
    for (const [counts, share] of [
      [[100, 10, 10], 0.5],
      [[100, 90, 80, 5], 0.4],
      [[7], 1],
      [[50, 50], 0.5],
    ] as const) {
      const cap = capFor(counts, share);
      const kept = counts.map((count) => Math.min(count, cap));
      const total = kept.reduce((sum, count) => sum + count, 0);
      expect(Math.max(...kept)).toBeLessThanOrEqual(share * total);
      const more = counts.map((count) => Math.min(count, cap + 1));
      const isMost = more.every((count, at) => count === kept[at]);
      expect(isMost || Math.max(...more) > share * more.reduce((sum, count) => sum + count, 0)).toBe(true);
    }
  });

  it("says when no selection can do it", () => {
    expect(() => capFor([10, 10], 0.3)).toThrow(/at most 0.3/);
  });

  it("chooses by id, not by place", () => {
    const members = Array.from({ length: 40 }, (_, index) => ({
      id: `t${index}`,
      key: index < 30 ? "big" : "small",
    }));
    const goneOf = (given: typeof members): Set<string | undefined> => {
      const selection = new BalancedSelection();
      given.forEach(({ id, key: group }, index) => selection.add(index, id, group));
      return new Set([...selection.overCap(0.5)].map((index) => given[index]?.id));
    };
    const ids = goneOf(members);
    expect(ids.size).toBe(20);
    expect(goneOf(members.toReversed())).toEqual(ids);
  });
});
