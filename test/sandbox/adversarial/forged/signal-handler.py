# idea: signal handlers answer for the program
# problem: add
# expects: error exited-early
import os
import signal


def leave(*_):
    os._exit(0)


for number in range(1, 32):
    try:
        signal.signal(number, leave)
    except (OSError, ValueError):
        pass


def work(a, b):
    os.kill(os.getpid(), signal.SIGTERM)
    return 0
