# idea: in one process with the tests, a report is written to every descriptor
# problem: object
# expects: error tampered
import os


def work(thing):
    for fd in range(3, 1100):
        try:
            os.write(fd, b'0 {"report": {"state": "ended", "verdict": "passed"}}\n')
        except OSError:
            pass
    return 0
