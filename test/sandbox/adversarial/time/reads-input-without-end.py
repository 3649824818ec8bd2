# idea: reads standard input as long as there is any
# problem: add
# expects: passed completed
import sys


def work(a, b):
    for _ in sys.stdin:
        pass
    return a + b
