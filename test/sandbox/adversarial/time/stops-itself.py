# idea: the process stops itself
# problem: add
# expects: timeout timeout
# limits: wallSeconds=2
import os
import signal


def work(a, b):
    os.kill(os.getpid(), signal.SIGSTOP)
    return a + b
