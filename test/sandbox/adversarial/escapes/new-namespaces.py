# idea: a user namespace in which it would be root
# problem: nothing
# expects: passed completed
import ctypes


def work():
    libc = ctypes.CDLL(None, use_errno=True)
    return [flag for flag in (0x10000000, 0x00020000, 0x40000000, 0x20000000) if libc.unshare(flag) == 0]
