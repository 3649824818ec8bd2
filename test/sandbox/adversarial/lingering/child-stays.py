# idea: a child that goes on when the parent is done
# problem: add
# expects: passed completed
import os
import time


def work(a, b):
    if os.fork() == 0:
        time.sleep(600)
        os._exit(0)
    return a + b
