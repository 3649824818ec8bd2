"""EvalPlus's evaluator on a dataset's own reference programs: `evalplus_core.py DATASET WORKERS`.

HumanEval's file has tests, EvalPlus wants inputs: they are recorded by running the tests on the references.
Timed is what EvalPlus does for samples (its process pool and `check_correctness`), nothing around it.
"""

import copy
import json
import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor, as_completed

from evalplus.evaluate import check_correctness
from evalplus.gen.util import trusted_exec


def recorded(problem):
    """The problem with the arguments its tests call the function with."""
    space = {}
    exec(problem["prompt"] + problem["canonical_solution"] + "\n" + problem["test"], space)
    inputs, function = [], space[problem["entry_point"]]

    def recording(*arguments):
        inputs.append(copy.deepcopy(list(arguments)))
        return function(*arguments)

    space["check"](recording)
    return {**problem, "base_input": inputs, "plus_input": [], "contract": "", "atol": 0}


def main(dataset, workers):
    with open(dataset) as lines:
        problems = [recorded(json.loads(line)) for line in lines]
    jobs = []
    for problem in problems:
        solution = problem["prompt"] + problem["canonical_solution"]
        outputs, times = trusted_exec(solution, problem["base_input"], problem["entry_point"], record_time=True)
        expected = {"base": outputs, "base_time": times, "plus": [], "plus_time": []}
        jobs.append(("humaneval", 0, problem, solution, expected, True, True, problem["task_id"], 1.0, 4.0))
    started, before = time.perf_counter(), sum(os.times()[:4])
    with ProcessPoolExecutor(max_workers=workers) as executor:
        results = [future.result() for future in as_completed([executor.submit(check_correctness, *job) for job in jobs])]
    seconds = time.perf_counter() - started
    passed = sum(result["base"][0] == "pass" for result in results)
    print(json.dumps({"programs": len(results), "passed": passed, "seconds": round(seconds, 3),
                      "cpuSeconds": round(sum(os.times()[:4]) - before, 2)}))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
