/** Wrong values are told in words: what it has to be, what it is. No text of the schema library, whatever the schema. */
import { describe, expect, it } from "vitest";
import { z } from "zod";
import {
  auditOptionsSchema,
  configSchema,
  evaluateOptionsSchema,
  finetuneOptionsSchema,
  modelConfigSchema,
  publishOptionsSchema,
  rankSettingsSchema,
  ToolkitError,
  trainingOptionsSchema,
} from "../../src/index.ts";
import { validate } from "../../src/util/validate.ts";

const LIBRARY_WORDS =
  /Too (small|big)|Invalid|expected|received|Unrecognized|>=|<=|"\|"|undefined|NaN\b.*NaN/;

function failure(schema: z.ZodType, value: unknown): ToolkitError | null {
  try {
    validate(schema, value, "options");
    return null;
  } catch (error) {
    if (error instanceof ToolkitError) return error;
    throw error;
  }
}

const ranged = z.strictObject({
  rank: z.int().positive(),
  share: z.number().min(0).max(1),
  workers: z.int().min(1).max(256).default(2),
  scoring: z.enum(["prune", "soft"]),
  name: z.string().min(1),
  names: z.array(z.string()).min(1),
  url: z.url().optional(),
  even: z.number().multipleOf(2).optional(),
});
const good = { rank: 8, share: 0.5, scoring: "soft", name: "x", names: ["x"] };

describe("a wrong value", () => {
  it.each([
    [{ rank: 0 }, "rank must be a whole number above 0, not 0"],
    [{ rank: 1.5 }, "rank must be a whole number above 0, not 1.5"],
    [{ share: 2 }, "share must be a number from 0 to 1, not 2"],
    [{ workers: 300 }, "workers must be a whole number from 1 to 256, not 300"],
    [{ workers: "two" }, 'workers must be a whole number from 1 to 256, not "two"'],
    [{ name: "" }, 'name must be a text that is not empty, not ""'],
    [{ names: [] }, "names must be at least one, not []"],
    [{ names: ["x", 3] }, "names.1 must be a text, not 3"],
    [{ url: "nowhere" }, 'url must be an address such as http://127.0.0.1:8080/v1, not "nowhere"'],
    [{ rank: undefined }, "rank is missing: it must be a whole number above 0"],
    [{ even: 3 }, "even must be a multiple of 2, not 3"],
  ])("%j: %s", (wrong, message) => {
    expect(failure(ranged, { ...good, ...wrong })?.message).toBe(`options: ${message}`);
  });

  it("of a few choices has them all, and the nearest", () => {
    const error = failure(ranged, { ...good, scoring: "prunes" });
    expect(error?.message).toContain("scoring must be one of prune, soft");
    expect(error?.hint).toBe('Did you mean "prune"?');
  });

  it("under an unknown key is told with the nearest key", () => {
    const error = failure(ranged, { ...good, rnak: 8 });
    expect(error?.message).toBe('options: unknown key "rnak"');
    expect(error?.hint).toBe('Did you mean "rank"?');
  });

  it("keeps what a schema says in its own words, with the value", () => {
    expect(failure(configSchema, { sources: [{ source: "pydoc" }], gpus: "first" })?.message).toBe(
      'options: gpus is "first": give "all", "none" or ids such as 0,1',
    );
  });

  it("that holds a key is told without it", () => {
    const secret = "hf_abcdefghijklmnopqrstuvwxyz012345678";
    const error = failure(ranged, { ...good, url: secret });
    expect(error?.message).not.toContain(secret);
    expect(JSON.stringify(error?.problems)).not.toContain(secret);
  });
});

describe("every option of every command", () => {
  const schemas = {
    config: [configSchema, { sources: [{ source: "pydoc" }] }],
    model: [modelConfigSchema, { name: "x" }],
    evaluate: [evaluateOptionsSchema, { dataset: "x" }],
    training: [trainingOptionsSchema, { formats: ["chat"] }],
    audit: [auditOptionsSchema, {}],
    ranking: [rankSettingsSchema, {}],
    finetune: [finetuneOptionsSchema, { data: "x", model: "x", out: "x" }],
    publish: [publishOptionsSchema, { to: "me/x" }],
  } as const;

  it.each(Object.entries(schemas))("%s: no value brings the library's text", (_name, [schema, base]) => {
    let failed = 0;
    for (const key of Object.keys(schema.shape)) {
      for (const wrong of [-1e9, 1e12, 0.123, "§", "", {}, [], [7], null, true, { "§": 1 }]) {
        const error = failure(schema, { ...base, [key]: wrong });
        if (error === null) continue;
        failed++;
        expect(error.message.replaceAll(JSON.stringify(wrong), "")).not.toMatch(LIBRARY_WORDS);
      }
    }
    expect(failed).toBeGreaterThan(5);
  });
});
