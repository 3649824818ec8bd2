import { expect, it } from "vitest";
import { countCautiously } from "../../src/model/count-tokens.ts";

it("counts what looks like a model's own marks as text", () => {
  expect(countCautiously("<|im_start|>user\nhi<|im_end|><|endoftext|>")).toBeGreaterThan(5);
});

it("counts long runs and halves of characters", () => {
  expect(countCautiously("a".repeat(200_000))).toBeGreaterThan(1_000);
  expect(countCautiously("\ud83d")).toBeGreaterThan(0);
});
