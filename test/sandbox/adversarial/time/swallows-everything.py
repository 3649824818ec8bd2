# idea: a loop that catches whatever would end it
# problem: add
# expects: timeout timeout
# limits: cpuSeconds=1
import signal


def work(a, b):
    for number in range(1, 65):
        try:
            signal.signal(number, lambda *_: None)
        except (OSError, ValueError):
            pass
    while True:
        try:
            while True:
                pass
        except BaseException:
            pass
