import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ReplyFormat } from "../../src/contracts/model.ts";
import { readJson } from "../../src/model/json-reading.ts";
import { classifyAnswer, type RawAnswer } from "../../src/model/outcome.ts";
import { protocolInstruction, readProtocol } from "../../src/model/text-protocol.ts";

const format: ReplyFormat = {
  name: "write_code",
  description: "The code.",
  schema: {
    type: "object",
    properties: { code: { type: "string", description: "the program" }, note: { type: "string" } },
    required: ["code", "note"],
  },
};

const answer = (overrides: Partial<RawAnswer>): RawAnswer => ({
  content: null,
  refusal: null,
  callArguments: null,
  finishReason: "stop",
  completionTokens: 20,
  ...overrides,
});
const context = { format, protocol: "call", maxTokens: 100 } as const;
const good = JSON.stringify({ code: "print(`x`)\n", note: "uses `print`" });
const FENCE = "```";

describe("classifyAnswer", () => {
  it.each([
    ["a call", answer({ callArguments: good, finishReason: "tool_calls" }), "complete"],
    ["JSON in the content", answer({ content: good }), "complete"],
    ["JSON in a fence", answer({ content: `${FENCE}json\n${good}\n${FENCE}` }), "complete"],
    ["backticked prose, then JSON", answer({ content: `Here is \`the\` answer:\n${good}` }), "complete"],
    ["braces in prose, then JSON", answer({ content: `A set {1, 2}, and:\n${good}` }), "complete"],
    [
      "a cut call that claims to be whole",
      answer({ callArguments: '{"code": "def f(', finishReason: "tool_calls", completionTokens: 100 }),
      "truncated",
    ],
    ["a cut call well below the limit", answer({ callArguments: '{"code": "def f(' }), "truncated"],
    ["an unclosed JSON fence", answer({ content: `${FENCE}json\n{"code": "x", ` }), "truncated"],
    [
      "a whole object of too few fields at the limit",
      answer({ callArguments: '{"code": "x"}', finishReason: "length" }),
      "truncated",
    ],
    [
      "a broken call",
      answer({ callArguments: '{"action": listt_windows"}', completionTokens: 18 }),
      "malformed",
    ],
    ["missing fields", answer({ callArguments: '{"code": "x"}' }), "malformed"],
    ["prose only", answer({ content: "I would write a loop." }), "malformed"],
    ["a refusal", answer({ refusal: "I cannot help with that." }), "refused"],
    ["a filter with no message", answer({ content: "", finishReason: "content_filter" }), "filtered"],
    ["null content", answer({}), "empty"],
    ["blank content", answer({ content: " \n" }), "empty"],
    [
      "nothing at the limit",
      answer({ content: "", finishReason: "length", completionTokens: 100 }),
      "truncated",
    ],
  ])("%s", (_name, raw, outcome) => {
    const classified = classifyAnswer(raw, context);
    expect(classified.outcome).toBe(outcome);
    expect(classified.fields === null).toBe(outcome !== "complete");
    expect(classified.detail === null).toBe(outcome === "complete");
  });

  it("reads tags where there are no calls, and JSON when the model answers in JSON all the same", () => {
    const tagged = { ...context, protocol: "tags" } as const;
    const reply = "<code>\nif a < b:\n    pass\n</code>\n<note>uses <b>tags</b></note>";
    expect(classifyAnswer(answer({ content: reply }), tagged)).toMatchObject({
      outcome: "complete",
      fields: { code: "if a < b:\n    pass", note: "uses <b>tags</b>" },
    });
    expect(classifyAnswer(answer({ content: good }), tagged).outcome).toBe("complete");
    expect(classifyAnswer(answer({ content: "<code>x = 1" }), tagged).outcome).toBe("truncated");
    expect(classifyAnswer(answer({ content: "<code>x = 1</code>" }), tagged)).toMatchObject({
      outcome: "malformed",
      detail: "missing parts: note",
    });
  });
});

describe("readJson", () => {
  it("reads every JSON value exactly", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        fc.pre(value !== null && typeof value === "object");
        expect(readJson(JSON.stringify(value))).toMatchObject({
          state: "read",
          value: JSON.parse(JSON.stringify(value)) as never,
          repaired: false,
        });
      }),
    );
  });

  it("calls every proper prefix of an object cut", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }), fc.nat(), (value, at) => {
        const text = JSON.stringify(value);
        expect(readJson(text.slice(0, 1 + (at % (text.length - 1)))).state).toBe("cut");
      }),
    );
  });

  it.each([
    ['{"re": "\\d+\\.", "q": "it\\\'s"}', { re: "\\d+.".replace(".", "\\."), q: "it\\'s" }],
    ['{"code": "a\n\tb"}', { code: "a\n\tb" }],
    ['{"path": "C:\\users"}', { path: "C:\\users" }],
  ])("reads %j with its one meaning", (text, value) => {
    expect(readJson(text)).toEqual({ state: "read", value, repaired: true });
  });

  it.each(['{"a": }', "{'a': 1}", '{"a": NaN}', '{"a": 1,}'])("does not guess %s", (text) => {
    expect(readJson(text).state).toBe("broken");
  });
});

describe("text protocol", () => {
  it("names every field in the instruction and reads back what was put between the tags", () => {
    expect(protocolInstruction(format)).toContain("<code>the program</code>");
    const plain = fc.string().filter((text) => !/<\/?(code|note)>/.test(text));
    fc.assert(
      fc.property(plain, plain, (code, note) => {
        const reading = readProtocol(`Sure!\n<code>\n${code}</code>\n<note>${note}</note>\nBye`, format);
        expect(reading.state).toBe("read");
        if (reading.state === "read") expect(reading.fields["code"]?.trim()).toBe(code.trimEnd().trim());
      }),
    );
  });
});

it("takes time in proportion to the reply", () => {
  const reply = `{"code": "${"x".repeat(2_000_000)}`;
  const started = performance.now();
  classifyAnswer(answer({ content: `${"{ ".repeat(10_000)}${reply}` }), context);
  expect(performance.now() - started).toBeLessThan(5_000); // a quadratic reader would need minutes
});
