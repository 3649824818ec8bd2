# idea: hooks for uncaught exceptions are replaced
# problem: add
# expects: failed completed
import os
import sys
import threading

sys.excepthook = threading.excepthook = sys.unraisablehook = lambda *_: os._exit(0)


def work(a, b):
    return 0
