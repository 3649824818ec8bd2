# idea: threads change everything they can while the tests run
# problem: add
# expects: failed completed
import builtins
import sys
import threading


def race():
    while True:
        builtins.AssertionError = Exception
        sys.modules["__main__"].__dict__["check"] = lambda *_: None


def work(a, b):
    for _ in range(4):
        threading.Thread(target=race, daemon=True).start()
    return 0
