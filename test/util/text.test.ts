import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalJson } from "../../src/util/hash.ts";
import { nearestName } from "../../src/util/nearest.ts";
import { redactSecrets } from "../../src/util/redact.ts";
import { truncateMiddle } from "../../src/util/truncate.ts";
import { describeError, ToolkitError } from "../../src/errors.ts";

const TOKEN = `hf_${"a1B2c3D4".repeat(4)}`;

describe("redactSecrets", () => {
  it.each([
    `token ${TOKEN} end`,
    `sk-${"proj".repeat(6)}`,
    `ghp_${"x".repeat(36)}`,
    "Authorization: Bearer abcdef0123456789",
    "https://user:secret-word@host/path",
  ])("takes the secret out of %s", (text) => {
    const clean = redactSecrets(text);
    expect(clean).toContain("[redacted]");
    expect(clean).not.toMatch(/a1B2c3D4|projproj|xxxxx|abcdef0123|secret-word/);
  });

  it("leaves ordinary text alone", () => {
    const text = "hf_hub_download of sk-learn at https://host/path and a bearer of news";
    expect(redactSecrets(text)).toBe(text);
  });

  it("cleans errors when they are made", () => {
    expect(new ToolkitError("unauthorized", `bad ${TOKEN}`, { hint: `not ${TOKEN}` })).toMatchObject({
      message: "bad [redacted]",
      hint: "not [redacted]",
      exitCode: 3,
    });
    expect(describeError(new Error(`a\n  ${TOKEN}`))).toBe("a [redacted]");
  });
});

describe("nearestName", () => {
  it.each([
    ["pydocs", "pydoc"],
    ["hugginface", "huggingface"],
    ["zzzzzz", null],
  ])("%s -> %s", (name, expected) => {
    expect(nearestName(name, ["pydoc", "huggingface", "docs"])).toBe(expected);
  });
});

describe("truncateMiddle", () => {
  it("keeps short text and both ends of long text", () => {
    expect(truncateMiddle("short", 10)).toBe("short");
    expect(truncateMiddle(`head${"x".repeat(100)}tail`, 20)).toMatch(
      /^headx+\n… 88 characters left out …\nx+tail$/,
    );
  });

  it("never leaves half a surrogate pair", () => {
    expect(truncateMiddle("😀".repeat(50), 21).isWellFormed()).toBe(true);
  });
});

describe("canonicalJson", () => {
  it("does not depend on the order of keys", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        const reversed = Object.fromEntries(Object.entries(value).toReversed());
        expect(canonicalJson(reversed)).toBe(canonicalJson(value));
      }),
    );
  });
});
