# idea: the program ends while it is loaded
# problem: add
# expects: not-run exited-early
import os

os._exit(0)


def work(a, b):
    return 0
