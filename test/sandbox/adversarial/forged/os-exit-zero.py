# idea: the process leaves with status zero at once
# problem: add
# expects: error exited-early
import os


def work(a, b):
    os._exit(0)
