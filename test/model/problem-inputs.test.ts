/** Replies that broke neighbouring tools, one a test, by the id under which they were collected. */
import { describe, expect, it } from "vitest";
import type { ReplyFormat } from "../../src/contracts/model.ts";
import { classifyAnswer, type RawAnswer } from "../../src/model/outcome.ts";
import { codeOfReply } from "../../src/model/reply-code.ts";

const FENCE = "```";
const PROGRAM = "from typing import List\n\n\ndef first(items: List[int]) -> int:\n    return items[0]";

const format: ReplyFormat = {
  name: "write_code",
  description: "The code.",
  schema: { type: "object", properties: { code: { type: "string" } }, required: ["code"] },
};

function classify(answer: Partial<RawAnswer>, maxTokens = 2_048) {
  const whole: RawAnswer = {
    content: null,
    refusal: null,
    callArguments: null,
    finishReason: "stop",
    completionTokens: 100,
    ...answer,
  };
  return classifyAnswer(whole, { format, protocol: "call", maxTokens });
}

/** A chatty reply around a function of `lines` lines. */
function longReply(lines: number): string {
  const body = Array.from(
    { length: lines },
    (_, index) => `    value_${index} = first(${index}) # step ${index}`,
  );
  const code = ["def long_function():", ...body, "    return value_0"].join("\n");
  return `Certainly! Here is what you asked for, with \`inline\` code.\n\n${FENCE}python\n${code}\n${FENCE}\n\nLet me explain it.`;
}

/** Milliseconds of the fastest of some tries: what the work takes when nothing disturbs it. */
function fastest(work: () => void, tries = 7): number {
  const times = Array.from({ length: tries }, () => {
    const started = performance.now();
    work();
    return performance.now() - started;
  });
  return Math.min(...times);
}

describe("problem inputs of model replies", () => {
  it("T11: one backtick and the language open a block", () => {
    expect(codeOfReply(`\`python\n${PROGRAM}\n\``)?.code).toBe(PROGRAM);
    expect(codeOfReply(`\`python\n${PROGRAM}`)?.code).toBe(PROGRAM);
  });

  it("T13: a backtick in a value or in prose is no fence", () => {
    const value = '{"code":"use `print` function"}';
    expect(classify({ callArguments: value }).fields).toEqual({ code: "use `print` function" });
    expect(classify({ content: `Here is \`the\` answer: ${value}` })).toMatchObject({
      outcome: "complete",
      fields: { code: "use `print` function" },
    });
  });

  it("T14: a fence that is never closed was cut off, it is not malformed", () => {
    expect(classify({ content: `${FENCE}json\n{"code": "def f(` }).outcome).toBe("truncated");
    expect(classify({ content: `${FENCE}json\n{"code": "def f()", ` }).outcome).toBe("truncated");
  });

  it("T17: arguments cut inside a string are truncated, whatever the finish reason says", () => {
    const cut = { callArguments: '{"code": "def f(', finishReason: "tool_calls" };
    expect(classify({ ...cut, completionTokens: 2_048 }).outcome).toBe("truncated");
    expect(classify(cut).outcome).toBe("truncated");
  });

  it("T18: broken JSON far below the limit is malformed, not truncated", () => {
    const broken = { callArguments: '{"action": listt_windows"}', finishReason: "tool_calls" };
    expect(classify({ ...broken, completionTokens: 189 }).outcome).toBe("malformed");
  });

  it("T21: a refusal with null content is refused", () => {
    expect(classify({ refusal: "I cannot help with that." })).toMatchObject({
      outcome: "refused",
      fields: null,
      detail: "I cannot help with that.",
    });
  });

  it("T22: a content filter and null content are two things", () => {
    expect(classify({ content: "", finishReason: "content_filter" }).outcome).toBe("filtered");
    expect(classify({ content: null, finishReason: "stop" }).outcome).toBe("empty");
  });

  it("T23: fenced JSON is read 20 times of 20", () => {
    const openers = [`${FENCE}json`, `${FENCE}JSON`, FENCE, "~~~json", `${FENCE}json5`];
    const wrappings: ((fenced: string) => string)[] = [
      (fenced) => fenced,
      (fenced) => `Sure!\n\n${fenced}`,
      (fenced) => `${fenced}\n\nHope {that} helps.`,
      (fenced) => `  ${fenced.replaceAll("\n", "\r\n")}`,
    ];
    const replies = openers.flatMap((opener) => {
      const fenced = `${opener}\n{\n  "code": "x = {1: 2}"\n}\n${opener.slice(0, 3)}`;
      return wrappings.map((wrap) => wrap(fenced));
    });
    const read = replies.filter((content) => classify({ content }).fields?.["code"] === "x = {1: 2}");
    expect(read).toHaveLength(20);
  });

  it("T26: time grows with the length of the reply, not with its square", () => {
    const [short, long] = [longReply(2_000), longReply(16_000)];
    const shortMs = fastest(() => codeOfReply(short));
    const longMs = fastest(() => codeOfReply(long));
    expect(codeOfReply(short)?.code.split("\n")).toHaveLength(2_002);
    expect(longMs).toBeLessThan(8 * shortMs * 3 + 5); // a square would be 64 times as long
    expect(shortMs).toBeLessThan(60); // 10 ms on a free machine: scripts/bench/reply-code.ts
    // the same without any fence, where the syntax tree decides, and as JSON
    const bare = long.replaceAll(FENCE, "").replace("python\n", "");
    expect(fastest(() => codeOfReply(bare), 2)).toBeLessThan(4_000);
    const json = JSON.stringify({ code: long });
    expect(fastest(() => classify({ callArguments: json }, 1_000_000), 3)).toBeLessThan(500);
  });

  it("T27: a reply that starts with prose or a fence still has its code found", () => {
    expect(codeOfReply(`Here's the function:\n${FENCE}python\n${PROGRAM}\n${FENCE}`)?.code).toBe(PROGRAM);
    expect(codeOfReply(`${FENCE}python\n${PROGRAM}\n${FENCE}`)?.code).toBe(PROGRAM);
    expect(codeOfReply(`Here's the function:\n\n${PROGRAM}`)?.code).toBe(PROGRAM);
  });
});
