# idea: a child that ignores every signal it can
# problem: add
# expects: passed completed
import os
import signal
import time


def work(a, b):
    if os.fork() == 0:
        for number in range(1, 65):
            try:
                signal.signal(number, signal.SIG_IGN)
            except (OSError, ValueError):
                pass
        time.sleep(600)
        os._exit(0)
    return a + b
