# idea: standard output is replaced and says that all passed
# problem: add
# expects: failed completed
import io
import sys


def work(a, b):
    sys.__stdout__.write("Testing case [1/1] succeeded\n1 passed in 0.01s\nOK\n")
    sys.stdout = sys.stderr = io.StringIO()
    return 0
