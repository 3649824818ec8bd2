/** Random pass matrices. */
import * as fc from "fast-check";

export const all = (count: number): number[] => Array.from({ length: count }, (_, place) => place);

export const matrices = fc
  .record({ candidates: fc.integer({ min: 0, max: 8 }), tests: fc.integer({ min: 0, max: 8 }) })
  .chain(({ candidates, tests }) =>
    fc.record({
      tests: fc.constant(tests),
      rows: fc.array(
        fc
          .array(fc.constantFrom("P", "F", "E", "T"), { minLength: tests, maxLength: tests })
          .map((letters) => letters.join("")),
        { minLength: candidates, maxLength: candidates },
      ),
      oracle: fc.array(fc.constantFrom("P", "F", "E"), { minLength: tests, maxLength: tests }),
    }),
  );
