"""EvalPlus's verdict on every sample: `evalplus_verdicts.py DATASET SAMPLES ROWS WORKERS`.

HumanEval's file has tests, EvalPlus wants inputs: they are recorded by running the tests on the references, and written
to ROWS in EvalPlus's format, so that another evaluator can be given the very same. Prints one JSON line a sample, in
the order of the file, and one line with the seconds that EvalPlus's own process pool took.
"""

import json
import sys
import time
from concurrent.futures import ProcessPoolExecutor

from evalplus.evaluate import check_correctness
from evalplus.gen.util import trusted_exec

from evalplus_core import recorded


def expectations(problem):
    """What EvalPlus computes once a problem: expected outputs and their times."""
    solution = problem["prompt"] + problem["canonical_solution"]
    outputs, times = trusted_exec(solution, problem["base_input"], problem["entry_point"], record_time=True)
    return {"base": outputs, "base_time": times, "plus": [], "plus_time": []}


def main(dataset, samples, rows, workers):
    with open(dataset) as lines:
        problems = {row["task_id"]: recorded(row) for row in map(json.loads, lines)}
    for problem in problems.values():
        problem["base_input"] = json.loads(json.dumps(problem["base_input"]))
        if problem["entry_point"] == "find_zero":
            problem["atol"] = 1e-4  # what its own test allows; EvalPlus's oracle for it needs one
    with open(rows, "w") as out:
        for problem in problems.values():
            row = {key: value for key, value in problem.items() if key != "test"}
            out.write(json.dumps(row) + "\n")
    expected = {name: expectations(problem) for name, problem in problems.items()}
    with open(samples) as lines:
        given = [json.loads(line) for line in lines if line.strip()]
    started = time.perf_counter()
    with ProcessPoolExecutor(max_workers=workers) as executor:
        futures = [
            executor.submit(
                check_correctness, "humaneval", index, problems[row["task_id"]], row["solution"],
                expected[row["task_id"]], True, True, row["task_id"], 1.0, 4.0,
            )
            for index, row in enumerate(given)
        ]
        results = [future.result() for future in futures]
    seconds = time.perf_counter() - started
    for row, result in zip(given, results):
        print(json.dumps({"task_id": row["task_id"], "status": result["base"][0]}))
    print(json.dumps({"seconds": round(seconds, 3), "samples": len(results)}))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4]))
