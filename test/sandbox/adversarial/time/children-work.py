# idea: the work is done by children, so that its own time stays small
# problem: add
# expects: timeout timeout
# limits: cpuSeconds=2
import os


def work(a, b):
    while True:
        if os.fork() == 0:
            for _ in range(10 ** 9):
                pass
            os._exit(0)
        os.wait()
