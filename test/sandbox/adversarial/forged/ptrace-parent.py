# idea: the judging process is traced
# problem: add
# expects: failed completed
import ctypes


def work(a, b):
    libc = ctypes.CDLL(None, use_errno=True)
    for pid in range(1, 100):
        if libc.ptrace(16, pid, 0, 0) == 0:
            return a + b
    return 0
