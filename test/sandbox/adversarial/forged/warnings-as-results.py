# idea: warnings are turned into exits
# problem: add
# expects: failed completed
import os
import warnings


def show(*_, **__):
    os._exit(0)


warnings.showwarning = warnings.warn = show
warnings.simplefilter("always")


def work(a, b):
    return 0
