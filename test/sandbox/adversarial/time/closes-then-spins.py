# idea: the streams are closed, then it spins
# problem: add
# expects: timeout timeout
# limits: cpuSeconds=1
import os


def work(a, b):
    os.closerange(0, 3)
    while True:
        pass
