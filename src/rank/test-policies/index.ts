/** Every way to choose the next question, by name. */
import type { TestPolicy } from "../test-policy.ts";
import { distinguishing } from "./distinguishing.ts";
import { distinguishingSimple } from "./distinguishing-simple.ts";
import { failedCodes } from "./failed-codes.ts";
import { greedy } from "./greedy.ts";
import { ideal } from "./ideal.ts";
import { informationGain } from "./information-gain.ts";
import { inputOrder } from "./input-order.ts";
import { randomOrder } from "./random.ts";
import { weighted } from "./weighted.ts";

const all: readonly TestPolicy[] = [
  inputOrder,
  randomOrder,
  distinguishing,
  distinguishingSimple,
  failedCodes,
  weighted,
  informationGain,
  greedy,
  ideal,
];

export const testPolicies: Readonly<Record<string, TestPolicy>> = Object.fromEntries(
  all.map((policy) => [policy.name, policy]),
);
