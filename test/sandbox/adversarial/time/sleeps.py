# idea: waits without end and without work
# problem: add
# expects: timeout timeout
# limits: wallSeconds=2
import time


def work(a, b):
    time.sleep(3_600)
