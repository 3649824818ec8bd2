# idea: descriptors of the judging process are taken over
# problem: add
# expects: failed completed
import ctypes
import os


def work(a, b):
    libc = ctypes.CDLL(None, use_errno=True)
    for pid in range(1, 100):
        if pid == os.getpid():
            continue
        opened = libc.syscall(434, pid, 0)
        if opened >= 0:
            for fd in range(3, 1000):
                taken = libc.syscall(438, opened, fd, 0)
                if taken >= 0:
                    return a + b
    return 0
