# idea: an exit handler that never ends
# problem: add
# expects: passed completed
import atexit
import time

atexit.register(time.sleep, 3_600)


def work(a, b):
    return a + b
