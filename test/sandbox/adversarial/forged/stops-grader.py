# idea: the process that judges is stopped
# problem: add
# expects: failed completed
import os
import signal


def work(a, b):
    for pid in range(1, 200):
        if pid != os.getpid():
            try:
                os.kill(pid, signal.SIGSTOP)
            except OSError:
                pass
    return 0
