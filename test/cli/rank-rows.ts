/** Rows of benchmarks for the tests of `codergen rank`. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Rows of this project's own, in the fields of MBPP, sanitized MBPP, HumanEval, and plain. */
const ROWS = [
  {
    task_id: 1,
    text: "The larger of two numbers.",
    code: "import math\r\ndef larger(a, b):\r\n    if a > b:\r\n        return a\r\n    return b\r\n",
    test_list: ["assert larger(1, 2) == 2", "assert larger(5, 2) == 5", "assert larger(-1, -1) == -1"],
    test_setup_code: "",
    challenge_test_list: ["assert larger(0, 9) == 9"],
  },
  {
    task_id: 2,
    prompt: "Sort, then merge: the name of one function is in the other's.",
    code: "def merge(a, b):\n    return sorted(a + b)\n\ndef merge_sort(a):\n    return merge(a[:1], a[1:])\n",
    test_imports: ["import math as m"],
    test_list: ["assert merge_sort([3, 1]) == [1, int(m.sqrt(9))]", "assert merge_sort([]) == []"],
  },
  {
    task_id: "X/0",
    prompt: 'def check_twice(x: int) -> int:\n    """ Twice a number. """\n',
    entry_point: "check_twice",
    canonical_solution: "    return 2 * x\n",
    test: "def check(candidate):\n    assert candidate(2) == 4\n    assert candidate(0) == 0\n    assert candidate(-3) == -6\n",
  },
];
const BROKEN = {
  task_id: 9,
  text: "A name that no test has.",
  code: "larger = lambda a, b: a",
  test_list: ["assert other(1) == 1"],
};

/** Writes rows.jsonl, and broken.jsonl with a row that is no task. */
export async function writeRows(folder: string): Promise<void> {
  const lines = (of: readonly object[]) => of.map((row) => JSON.stringify(row)).join("\n");
  await writeFile(join(folder, "rows.jsonl"), lines(ROWS));
  await writeFile(join(folder, "broken.jsonl"), lines([...ROWS.slice(0, 1), BROKEN, ...ROWS.slice(2)]));
}
