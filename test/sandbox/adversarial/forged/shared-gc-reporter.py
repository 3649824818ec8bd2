# idea: in one process with the tests, the reporter is found and used
# problem: object
# expects: error tampered
import gc


def work(thing):
    for found in gc.get_objects():
        if type(found).__name__ == "Reporter":
            found.finish({"state": "ended", "verdict": "passed", "cause": None, "executed": 1, "tampered": None})
    return 0
