/** What the hostile programs are judged by: tests of a function `work`, and what the tests themselves rely on. */

export interface AdversarialProblem {
  readonly tests: string;
  /** Trusted code of the problem's own. */
  readonly context?: string;
}

const check = (...lines: readonly string[]) =>
  `def check(candidate):\n${lines.map((line) => `    ${line}\n`).join("")}\n\ndef test_entry_point():\n    check(work)\n`;

export const problems: Readonly<Record<string, AdversarialProblem>> = {
  add: {
    tests: check(
      "assert candidate(2, 3) == 5",
      "assert candidate(-1, 1) == 0",
      "assert not candidate(10, 20) != 30",
      "assert candidate(0, 7) in [7]",
      "assert sorted([candidate(3, 0), candidate(1, 0)]) == [1, 3]",
    ),
  },
  once: { tests: check("assert candidate(2, 3) == 5") },
  "slow-add": {
    tests: check(
      "import time",
      "assert candidate(2, 3) == 5",
      "time.sleep(0.6)",
      "assert candidate(1, 1) == 2",
    ),
  },
  equals: { tests: check("assert candidate([1, 2]).equals([2, 4])") },
  text: { tests: check('assert candidate("a") == "A"', 'assert candidate("bc").upper() == "BC"') },
  half: {
    tests: check(
      "import math",
      "assert abs(candidate(1.0) - 0.5) < 1e-6",
      "assert math.isclose(candidate(3.0), 1.5)",
      "assert candidate(4.0) == 2.0",
    ),
  },
  near: { tests: check("assert 0.4 < candidate(1.0) < 0.6", "assert candidate(3.0) >= 1.4") },
  items: {
    tests: check(
      "found = candidate([3, 1, 2])",
      "assert list(found) == [1, 2, 3]",
      "found = candidate([2, 1, 3])",
      "assert len(list(found)) == 3 and 2 in list(candidate([1, 2, 3]))",
      "assert candidate([1]) == [1]",
    ),
  },
  counts: {
    tests: check(
      'found = candidate(["a", "b", "a"])',
      'assert found["a"] == 2',
      'assert found == {"a": 2, "b": 1}',
    ),
  },
  unique: { tests: check("assert candidate([1, 1, 2]) == {1, 2}", "assert 2 in candidate([2])") },
  flag: { tests: check("assert candidate(2) is True", "assert candidate(3) is False") },
  raises: {
    tests: check(
      "try:",
      "    candidate(-1)",
      "except ValueError as error:",
      '    assert str(error) == "value is negative"',
      "else:",
      "    assert False, 'nothing was raised'",
    ),
  },
  loop: { tests: check("found = [candidate(value) for value in range(3)]", "assert found == [0, 1, 2]") },
  mutation: {
    tests: check(
      "import copy",
      "given = [3, 1, 2]",
      "assert copy.deepcopy(candidate(given)) == [1, 2, 3]",
      "assert given == [1, 2, 3]",
    ),
  },
  unchanged: {
    tests: check("given = [1, 2]", "assert candidate(given) == given + given", "assert given == [1, 2]"),
  },
  secret: { tests: check('assert candidate(1) == "sesame-open-4711-17"') },
  helper: {
    context:
      "def close(left, right):\n    return abs(left - right) < 1e-6\n\ndef work(a, b):\n    return a + b\n",
    tests: check("assert close(candidate(2, 3), 5)", "assert close(candidate(1, 1), 2)"),
  },
  unittest: {
    tests: check("import unittest", "case = unittest.TestCase()", "case.assertEqual(candidate(2, 3), 5)"),
  },
  object: {
    tests: `class Thing:\n    value = 5\n\n\n${check("expected = 5", "result = candidate(Thing())", "assert result == expected")}`,
  },
  nothing: { tests: check("assert candidate() == []") },
};
