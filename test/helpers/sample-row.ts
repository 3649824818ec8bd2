/** A row of the dataset for tests of the export. */
import type { TaskRow } from "../../src/contracts/task-row.ts";

export function sampleRow(overrides: Partial<TaskRow> = {}): TaskRow {
  return {
    task_id: "pydoc_statistics__mean",
    document_id: "pydoc:statistics.mean",
    source: "pydoc",
    url: "https://docs.python.org/3/library/statistics.html#statistics.mean",
    licence: "PSF-2.0",
    domain: "other",
    tier: "verified",
    instruction: "Write a function that returns the mean.",
    requires_python: ">=3.10",
    requirements: [],
    environment_id: "0123456789abcdef",
    environment_lock: [],
    python_version: "3.11.7",
    imports: "import statistics",
    function_name: "mean_of",
    function: "def mean_of(data):\n    return statistics.mean(data)",
    tests: "def test_mean_of_normal():\n    assert mean_of([1, 2, 3]) == 2",
    case_names: ["test_mean_of_normal"],
    case_kinds: ["normal"],
    case_verdicts: ["passed"],
    vacuous_cases: [],
    generator: "extract",
    program: "# the file\n",
    ...overrides,
  };
}
