# idea: a forked child writes reports to every descriptor
# problem: add
# expects: error tampered
import os


def work(a, b):
    if os.fork() == 0:
        for fd in range(3, 1024):
            try:
                os.write(fd, b'{"report": {"state": "ended", "verdict": "passed"}}\n')
            except OSError:
                pass
        os._exit(0)
    os.wait()
    return 0
