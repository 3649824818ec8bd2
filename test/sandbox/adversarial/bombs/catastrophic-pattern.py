# idea: a regular expression that never ends
# problem: add
# expects: timeout timeout
# limits: cpuSeconds=1
import re


def work(a, b):
    return re.match(r"(a+)+$", "a" * 60 + "b")
