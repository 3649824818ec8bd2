# idea: in one process with the tests, they are traced
# problem: object
# expects: error tampered
import sys


def work(thing):
    sys.settrace(lambda *_: None)
    return 0
