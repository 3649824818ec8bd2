# idea: every descriptor is closed, so that nothing can be reported
# problem: add
# expects: error exited-early tampered
import os


def work(a, b):
    os.closerange(3, 4096)
    return 0
