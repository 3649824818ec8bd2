# idea: children that start each other again
# problem: add
# expects: passed completed
import os
import time


def work(a, b):
    if os.fork() == 0:
        while True:
            if os.fork() != 0:
                os._exit(0)
            time.sleep(0.01)
    return a + b
