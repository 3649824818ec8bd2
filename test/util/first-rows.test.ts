import fc from "fast-check";
import { expect, it } from "vitest";
import { firstRows } from "../../src/util/first-rows.ts";

it("finds the first equal number, also of numbers that differ in their upper bits only", () => {
  const number = fc.oneof(
    fc.integer({ min: 0, max: 5 }),
    fc.integer({ min: 0, max: 2 ** 16 }).map((value) => value * 2 ** 32),
  );
  fc.assert(
    fc.property(fc.array(number, { maxLength: 60 }), (values) => {
      expect([...firstRows(Float64Array.from(values))]).toEqual(values.map((value) => values.indexOf(value)));
    }),
  );
});
