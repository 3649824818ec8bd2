# idea: an answer announces four gigabytes
# problem: add
# expects: error tampered
import os
import stat


def work(a, b):
    for fd in range(3, 1100):
        try:
            if stat.S_ISSOCK(os.fstat(fd).st_mode):
                os.write(fd, b"\xff\xff\xff\xff" + b"x" * 100)
        except OSError:
            pass
    return 0
