/** Checks of probes: what an expression gave, and literals that rebuild it. */
import { strict as assert } from "node:assert";
import type { Observation } from "../../src/contracts/sandbox.ts";
import { type CheckedProgram, type ConformanceCheck, probeProgram, withoutLeftovers } from "./check.ts";

function observes(
  name: string,
  checked: CheckedProgram,
  codes: readonly string[],
  expect: (observations: readonly Observation[]) => void,
): ConformanceCheck {
  return {
    name,
    run: (sandbox, environment) =>
      withoutLeftovers(sandbox, environment, async () => {
        const report = await probeProgram(sandbox, environment, checked, codes);
        assert.deepEqual(
          report.observations.map(({ id }) => id),
          codes.map((_, index) => String(index)),
        );
        expect(report.observations);
      }),
  };
}

const literals = (observations: readonly Observation[]) => observations.map(({ literal }) => literal);
const states = (observations: readonly Observation[]) => observations.map(({ state }) => state);

const exact = [
  "1",
  "True",
  "0.1 + 0.2",
  "-0.0",
  "'a\\n'",
  "b'x'",
  "None",
  "[1, (2.5, {'a': {3}})]",
  "(1 + 2j)",
];
const without = [
  "float('nan')",
  "[float('inf')]",
  "object()",
  "range(3)",
  "Number(3)",
  "[Number(3)]",
  "frozenset({1})",
];

export const observationChecks: readonly ConformanceCheck[] = [
  observes("values that have a literal give it exactly", {}, exact, (observations) =>
    assert.deepEqual(literals(observations), [
      "1",
      "True",
      "0.30000000000000004",
      "-0.0",
      "'a\\n'",
      "b'x'",
      "None",
      "[1, (2.5, {'a': {3}})]",
      "(1+2j)",
    ]),
  ),
  observes(
    "values that no literal rebuilds with their types give null",
    { work: "class Number(int):\n    pass\ndef work(value=1):\n    pass" },
    without,
    (observations) => {
      assert.deepEqual(
        literals(observations),
        without.map(() => null),
      );
      assert.ok(observations.every(({ state }) => state === "returned"));
    },
  ),
  observes(
    "an exception is observed with its bases",
    { work: "raise FileNotFoundError(2, 'gone')" },
    ["work()"],
    ([first]) => {
      assert.equal(first?.state, "raised");
      assert.equal(first?.type, "builtins.FileNotFoundError");
      assert.deepEqual(first?.bases.slice(0, 3), [
        "builtins.FileNotFoundError",
        "builtins.OSError",
        "builtins.Exception",
      ]);
    },
  ),
  observes(
    "expressions do not see each other's effects",
    { work: "global count\ncount = globals().get('count', 0) + 1\nreturn count" },
    ["work()", "work()"],
    (observations) => assert.deepEqual(literals(observations), ["1", "1"]),
  ),
  observes(
    "an expression that ends its process is lost, the next is not",
    { imports: "import os" },
    ["os._exit(0)", "work(5)"],
    (observations) => assert.deepEqual(states(observations), ["lost", "returned"]),
  ),
  observes(
    "an endless expression is a timeout",
    { imports: "import time", limits: { wallSeconds: 1 } },
    ["time.sleep(60)", "2"],
    (observations) => assert.deepEqual(states(observations), ["timeout", "returned"]),
  ),
  observes("what is no expression raises SyntaxError", {}, ["work("], ([first]) =>
    assert.equal(first?.type, "builtins.SyntaxError"),
  ),
  observes(
    "output of an expression is kept",
    { work: "print('said')\nreturn value" },
    ["work()"],
    ([first]) => assert.equal(first?.output, "said\n"),
  ),
  observes(
    "objects that raise from repr, == and str are survived",
    {
      work: "class Bad:\n    def __repr__(self):\n        raise SystemExit\n    __eq__ = __str__ = __repr__\ndef work(value=1):\n    return Bad()",
    },
    ["work()"],
    ([first]) => assert.deepEqual([first?.state, first?.literal], ["returned", null]),
  ),
  {
    name: "a probe of a program that cannot be loaded says why",
    async run(sandbox, environment) {
      const report = await probeProgram(sandbox, environment, { imports: "import no_such_module_anywhere" }, [
        "1",
        "2",
      ]);
      assert.equal(report.outcome, "import-failed");
      assert.equal(report.cause?.code, "missing-module");
      assert.deepEqual(states(report.observations), ["lost", "lost"]);
    },
  },
];
