/** A wrong value on the command line is told by its flag, with what it may be. */
import { describe, expect, it } from "vitest";
import { codergen } from "../helpers/codergen.ts";

describe("a wrong value of a flag", () => {
  it.each([
    [
      ["finetune", "x", "--model", "m", "--out", "o", "--rank", "0"],
      "--rank must be a whole number above 0, not 0",
    ],
    [
      ["finetune", "x", "--model", "m", "--out", "o", "--dropout", "2"],
      "--dropout must be a number from 0 to 1, not 2",
    ],
    [["rank", "--dataset", "x.jsonl", "--scoring", "foo"], '--scoring must be one of prune, soft, not "foo"'],
    [
      ["build", "--source", "pydoc", "--package", "statistics", "--workers", "0"],
      "--workers must be a whole number from 1 to 256, not 0",
    ],
    [["build", "--source", "docs", "--url", "foo"], "--url must be an address such as"],
    [["build", "--source", "huggingface", "--min-downloads", "x"], "--min-downloads must be a whole number"],
    [["evaluate", "x.jsonl", "--model", "m", "--base-url", "foo"], "--base-url must be an address such as"],
    [
      ["evaluate", "x.jsonl", "--model", "m", "--samples-per-task", "0"],
      "--samples-per-task must be a whole number above 0",
    ],
    [["export", "x", "--format", "chat", "--max-tokens", "0"], "--max-tokens must be a whole number above 0"],
    [
      ["repair", "x.py", "--model", "m", "--rounds", "99"],
      "--rounds must be a whole number from 0 to 10, not 99",
    ],
    [["verify", "x.py", "--gpus", "first"], '--gpus is "first": give "all"'],
    [
      ["prompt", "test", "generate/single", "--model", "m", "--base-url", "foo"],
      "--base-url must be an address",
    ],
  ])("%j", async (words, message) => {
    const { code, stderr } = await codergen(words);
    expect(stderr).toContain(message);
    expect(stderr).not.toMatch(/Too small|Too big|Invalid|expected|received/);
    expect(code).toBe(2);
  });
});
