import { expect, it } from "vitest";
import { TokenStatistics } from "../../src/export/training/token-statistics.ts";

it("packs examples one after another", () => {
  const statistics = new TokenStatistics(100);
  for (const tokens of [60, 60, 40, 100]) statistics.add(tokens);
  expect(statistics.packing).toEqual({ length: 100, sequences: 3, fill: 0.867 });
  expect(statistics.tokens).toEqual({ total: 260, quantiles: [40, 40, 60, 60, 60], longest: 100 });
  expect(new TokenStatistics(null).packing).toBeNull();
});
