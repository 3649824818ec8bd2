/** One small row in each benchmark's format, written for these tests, with a wrong program for each. */

const evalPlusBase = {
  prompt: 'def scaled(values, factor):\n    """Every value times factor."""\n',
  entry_point: "scaled",
  canonical_solution: "    return [value * factor for value in values]\n",
  contract: "\n    assert isinstance(values, list) # $_CONTRACT_$\n",
};

export const benchmarkRows = {
  humaneval: {
    row: {
      task_id: "Own/0",
      prompt: 'def twice(value):\n    """Double a value."""\n',
      entry_point: "twice",
      canonical_solution: "    return 2 * value\n",
      test: "def check(candidate):\n    assert candidate(2) == 4\n    assert candidate(-1) == -2\n",
    },
    wrong: "def twice(value):\n    return value + 2\n",
    cases: 1,
  },
  "mbpp, full": {
    row: {
      task_id: 9001,
      text: "Write a function to find how far two points are apart.",
      code: "import math\r\ndef distance(a, b):\r\n    return math.hypot(a.x - b.x, a.y - b.y)\r\nclass Point:\r\n    def __init__(self, x, y):\r\n        self.x = x\r\n        self.y = y",
      test_setup_code: "origin = (0, 0)",
      test_list: [
        "assert distance(Point(*origin), Point(3, 4)) == 5",
        "assert math.isclose(distance(Point(0, 0), Point(1, 1)), math.sqrt(2))",
        "assert distance(Point(1, 1), Point(1, 1)) == 0",
      ],
      challenge_test_list: [],
    },
    wrong:
      "class Point:\n    def __init__(self, x, y):\n        self.x, self.y = x, y\n\n\ndef distance(a, b):\n    return 0\n",
    cases: 3,
  },
  "mbpp, sanitized": {
    row: {
      source_file: "made here",
      task_id: 9002,
      prompt: "Write a function to count the vowels of a word.",
      code: "def vowels(word):\n    return sum(letter in 'aeiou' for letter in word)",
      test_imports: ["import string"],
      test_list: ["assert vowels('banana') == 3", "assert vowels(string.ascii_lowercase) == 5"],
    },
    wrong: "def vowels(word):\n    return 3\n",
    cases: 2,
  },
  "evalplus, HumanEval+": {
    text: JSON.stringify({ task_id: "HumanEval/9000", ...evalPlusBase }).replace(
      /\}$/,
      ', "base_input": [[[1, 2], 3]], "plus_input": [[[9007199254740993], 1], [[1.0, 0.1], 3], [[], 2]], "atol": 0}',
    ),
    wrong: "def scaled(values, factor):\n    return [int(value) * factor for value in values]\n",
    cases: 2,
  },
  bigcodebench: {
    row: {
      task_id: "BigCodeBench/9000",
      complete_prompt:
        'import json\nfrom collections import Counter\n\ndef task_func(text):\n    """\n    Count the letters of a text.\n\n    Returns:\n    - str: JSON of the counts.\n    """\n',
      instruct_prompt: "Count the letters of a text. Return JSON of the counts.",
      canonical_solution: "    return json.dumps(Counter(text), sort_keys=True)\n",
      code_prompt: "import json\nfrom collections import Counter\ndef task_func(text):\n",
      test: "import unittest\n\nclass TestCases(unittest.TestCase):\n    def setUp(self):\n        self.text = 'aab'\n    def test_counts(self):\n        self.assertEqual(json.loads(task_func(self.text)), {'a': 2, 'b': 1})\n    def test_empty(self):\n        self.assertEqual(task_func(''), '{}')\n",
      entry_point: "task_func",
      doc_struct: "{}",
      libs: "['json', 'collections']",
    },
    wrong: "def task_func(text):\n    return '{}'\n",
    cases: 2,
  },
  "apps, standard input": {
    row: {
      problem_id: 9000,
      question: "Read n, then n numbers on one line; print their sum.",
      solutions: JSON.stringify(["values = open(0).read().split()\nprint(sum(map(int, values[1:])))\n"]),
      input_output: JSON.stringify({ inputs: ["3\n1 2 3\n", "1\n-5\n"], outputs: ["6\n", "-5"] }),
      difficulty: "introductory",
      starter_code: "",
    },
    wrong: "input()\nprint(6)\n",
    cases: 2,
  },
  "apps, function": {
    row: {
      problem_id: 9001,
      question: "Add two numbers.",
      solutions: JSON.stringify(["class Solution:\n    def add(self, a, b):\n        return a + b\n"]),
      input_output: JSON.stringify({
        fn_name: "add",
        inputs: [
          [1, 2],
          [2, -2],
        ],
        outputs: [3, [0]],
      }),
      starter_code: "class Solution:\n    def add(self, a: int, b: int) -> int:\n        ",
    },
    wrong: "def add(a, b):\n    return 3\n",
    cases: 2,
  },
} as const;

/** The row as a line of its file. */
export function lineOf(entry: (typeof benchmarkRows)[keyof typeof benchmarkRows]): string {
  return "text" in entry ? entry.text : JSON.stringify(entry.row);
}
