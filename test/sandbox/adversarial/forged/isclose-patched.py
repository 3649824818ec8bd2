# idea: one function of a module is patched in place
# problem: half
# expects: failed completed
import math

math.isclose = lambda *_, **__: True


def work(value):
    return 99.0
