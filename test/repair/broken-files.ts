/** Ten broken files with the versions that a scripted model writes for them. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ChatBody, ServerPlan } from "../helpers/scripted-server.ts";

/** A broken file, and what the scripted model writes for it, one version a round. */
export interface BrokenFile {
  readonly name: string;
  readonly broken: string;
  readonly versions: readonly string[];
  readonly tests: string;
  readonly state: "repaired" | "improved" | "unchanged";
  readonly best: number;
  readonly category: string;
}

const clampTests =
  "def test_inside():\n    assert clamp(5, 0, 9) == 5\n\n\ndef test_below():\n    assert clamp(-1, 0, 9) == 0\n\n\ndef test_above():\n    assert clamp(11, 0, 9) == 9\n";

export const brokenFiles: readonly BrokenFile[] = [
  {
    name: "misspelt",
    broken: "def double(x):\n    return y * 2\n",
    versions: ["def double(x):\n    return x * 2\n"],
    tests: "def test_double():\n    assert double(2) == 4\n",
    state: "repaired",
    best: 1,
    category: "naming",
  },
  {
    name: "no_python",
    broken: "def double(x)\n    return x * 2\n",
    versions: ["def double(x):\n    return x * 2\n"],
    tests: "from no_python import double\n\n\ndef test_double():\n    assert double(2) == 4\n",
    state: "repaired",
    best: 1,
    category: "syntax",
  },
  {
    name: "wrong_keyword",
    broken: "import json\n\n\ndef dump(value):\n    return json.dumps(value, sort=True)\n",
    versions: ["def dump(value):\n    return json.dumps(value, sort_keys=True)\n"],
    tests: 'def test_dump():\n    assert dump({"b": 1, "a": 2}) == \'{"a": 2, "b": 1}\'\n',
    state: "repaired",
    best: 1,
    category: "api-misuse",
  },
  {
    name: "last_is_worse",
    broken: "def clamp(x, low, high):\n    return high\n",
    versions: [
      "def clamp(x, low, high):\n    return max(low, x)\n",
      "def clamp(x, low, high):\n    return low\n",
    ],
    tests: clampTests,
    state: "improved",
    best: 1,
    category: "logic",
  },
  {
    name: "second_is_right",
    broken: "def clamp(x, low, high):\n    return high\n",
    versions: [
      "def clamp(x, low, high):\n    return min(x, high)\n",
      "def clamp(x, low, high):\n    return max(low, min(x, high))\n",
    ],
    tests: clampTests,
    state: "repaired",
    best: 2,
    category: "logic",
  },
  {
    name: "never_better",
    broken: "def root(x):\n    return x ** 0.5\n",
    versions: ["def root(x):\n    return x\n", "def root(x):\n    return -x\n"],
    tests: "def test_root():\n    assert root(9) == 4\n",
    state: "unchanged",
    best: 0,
    category: "logic",
  },
  {
    name: "missing_key",
    broken: 'def count(table):\n    return table["n"] + 1\n',
    versions: ['def count(table):\n    return table.get("n", 0) + 1\n'],
    tests: "def test_count():\n    assert count({}) == 1\n",
    state: "repaired",
    best: 1,
    category: "type-value",
  },
  {
    name: "endless",
    broken: "def factorial(n):\n    return n * factorial(n - 1)\n",
    versions: ["def factorial(n):\n    return 1 if n < 2 else n * factorial(n - 1)\n"],
    tests: "def test_factorial():\n    assert factorial(3) == 6\n",
    state: "repaired",
    best: 1,
    category: "resource",
  },
  {
    name: "no_file",
    broken: 'def names():\n    return open("/data/names.txt").read().split()\n',
    versions: ["def names():\n    return []\n"],
    tests: "def test_names():\n    assert names() == []\n",
    state: "unchanged",
    best: 0,
    category: "environment",
  },
  {
    name: "class_of_tests",
    broken:
      "class Stack:\n    def __init__(self):\n        self.items = []\n\n    def push(self, item):\n        self.item.append(item)\n        return self.items\n",
    versions: [
      "class Stack:\n    def __init__(self):\n        self.items = []\n\n    def push(self, item):\n        self.items.append(item)\n        return self.items\n",
    ],
    tests:
      "import unittest\nimport class_of_tests\n\n\nclass StackTest(unittest.TestCase):\n    def test_push(self):\n        self.assertEqual(class_of_tests.Stack().push(1), [1])\n",
    state: "repaired",
    best: 1,
    category: "naming",
  },
];

/** Answers by the function that a question is about, the next version in each round. */
export function writer(): ServerPlan {
  const asked = new Map<string, number>();
  return {
    fill: (field, body) => {
      if (field !== "code") return field === "suggestions" ? "- Mend the line." : "the line is wrong";
      const found = caseOf(body);
      const times = asked.get(found.name) ?? 0;
      asked.set(found.name, times + 1);
      return found.versions[Math.min(times, found.versions.length - 1)] ?? "";
    },
  };
}

/** The conversation begins with what the file's own tests say; every version of a file has its function's name. */
function caseOf(body: ChatBody): BrokenFile {
  const text = body.messages.map(({ content }) => content).join("\n");
  const marked = /case (\w+)/.exec(text)?.[1];
  const found = brokenFiles.find(({ name }) => name === marked);
  if (found === undefined) throw new Error("the question is about no case");
  return found;
}

/** Writes file and tests; the words of the command line that name them. */
export async function writeCase(folder: string, { name, broken, tests }: BrokenFile): Promise<string[]> {
  const file = join(folder, `${name}.py`);
  await writeFile(file, broken);
  await writeFile(join(folder, `test_${name}.py`), tests);
  return [file, "--tests", join(folder, `test_${name}.py`), "--instruction", `Mend case ${name}`];
}
