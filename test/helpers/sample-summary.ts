/** Counts of a run for tests of the export. */
import type { Summary } from "../../src/contracts/summary.ts";

export function sampleSummary(any: number, all: number, verified: number): Summary {
  return {
    name: "sample",
    toolkitVersion: "0.0.0",
    scrape: { inputs: 5, accepted: 4, rejected: 1, rejectedByReason: { empty: 1 } },
    generate: { documents: 4, generated: 3, rejected: 1, ungraded: 0, rejectedByReason: {}, tasks: 3 },
    verify: {
      tasks: 3,
      tiers: { none: 0, any: any - all, all: all - verified, verified },
      outcomes: { completed: 3 },
      ungraded: 0,
      verdicts: {},
      vacuousCases: 0,
      flakyTasks: 0,
      notVerifiedByReason: {},
      failuresByCause: {},
    },
    money: null,
    export: { any, all, verified },
  };
}
