# idea: a module called pytest that accepts everything
# problem: add
# expects: failed completed
import sys
import types

fake = types.ModuleType("pytest")
fake.approx = lambda value, **_: value
fake.raises = lambda *_: open("/dev/null")
sys.modules["pytest"] = sys.modules["_pytest"] = fake


def work(a, b):
    return 0
