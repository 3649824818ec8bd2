# idea: a forked child answers, the parent leaves well
# problem: add
# expects: error exited-early
import os


def work(a, b):
    if os.fork() == 0:
        return a + b
    os._exit(0)
