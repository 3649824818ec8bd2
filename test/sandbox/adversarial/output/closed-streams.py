# idea: the standard streams are closed, then written
# problem: add
# expects: passed completed
import os


def work(a, b):
    for fd in (0, 1, 2):
        try:
            os.close(fd)
        except OSError:
            pass
    return a + b
