import type { Task } from "../../src/contracts/task.ts";
import { assembleTask } from "../../src/task/index.ts";

/** A small task that passes its own cases. */
export function doublingTask(): Task {
  return assembleTask({
    id: "sample_double",
    documentId: "jsonl:double",
    source: "jsonl",
    url: null,
    licence: "MIT",
    domain: "other",
    instruction: "Write `double(number)`.\n\nIt returns twice the number.",
    requirements: [],
    requiresPython: ">=3.10",
    imports: "import math",
    functionName: "double",
    functionCode: [
      "def double(number: int) -> int:",
      '    """Doubles a number.',
      "",
      "    Args:",
      "        number (int): The number.",
      "",
      "    Returns:",
      "        int: Twice the number.",
      "",
      "    Raises:",
      "        TypeError: If it is no number.",
      '    """',
      "    return math.trunc(number) * 2",
    ].join("\n"),
    testSetup: "_TWO = 2",
    cases: [
      {
        kind: "normal",
        name: "test_double_normal",
        code: "def test_double_normal():\n    assert double(_TWO) == _TWO + 2",
        origin: "doctest",
      },
      {
        kind: "edge",
        name: "test_double_edge",
        code: [
          "def test_double_edge():",
          "    raised = None",
          "    try:",
          "        double('2')",
          "    except Exception as error:",
          "        raised = error",
          "    assert type(raised) is TypeError",
        ].join("\n"),
        origin: "invalid-type",
      },
      {
        kind: "correctness",
        name: "test_double_correctness",
        code: "def test_double_correctness():\n    assert double(21) == 42",
        origin: "recorded",
      },
    ],
    provenance: { method: "extract", toolkitVersion: "0.1.0", arguments: { block: 0 } },
  });
}
