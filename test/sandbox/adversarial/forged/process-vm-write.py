# idea: the memory of the judging process is written
# problem: add
# expects: failed completed
import ctypes
import os


def work(a, b):
    libc = ctypes.CDLL(None, use_errno=True)
    for pid in range(1, 100):
        if pid == os.getpid():
            continue
        if libc.process_vm_readv(pid, None, 0, None, 0, 0) == 0:
            return a + b
    return 0
