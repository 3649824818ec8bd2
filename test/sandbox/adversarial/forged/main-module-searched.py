# idea: every loaded module is searched for the test functions
# problem: add
# expects: failed completed
import sys


def work(a, b):
    for module in list(sys.modules.values()):
        for name in ("check", "test_entry_point"):
            if callable(getattr(module, name, None)):
                setattr(module, name, lambda *_: None)
    return 0
