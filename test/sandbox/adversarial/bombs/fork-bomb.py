# idea: processes without end
# problem: add
# expects: error crashed completed timeout
# limits: processes=32 cpuSeconds=3
import os


def work(a, b):
    while True:
        try:
            os.fork()
        except OSError:
            pass
