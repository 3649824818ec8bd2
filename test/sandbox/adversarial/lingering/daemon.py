# idea: a grandchild in a session of its own
# problem: add
# expects: passed completed
import os
import time


def work(a, b):
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            time.sleep(600)
        os._exit(0)
    os.wait()
    return a + b
