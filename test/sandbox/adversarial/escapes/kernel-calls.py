# idea: system calls that reach into the kernel
# problem: nothing
# expects: passed completed
import ctypes
import os

CALLS = {"bpf": 321, "perf_event_open": 298, "userfaultfd": 323, "keyctl": 250, "io_uring_setup": 425, "add_key": 248}


def work():
    if os.uname().machine != "x86_64":
        return []
    libc = ctypes.CDLL(None, use_errno=True)
    done = []
    for name, number in CALLS.items():
        if libc.syscall(number, 0, 0, 0, 0, 0) >= 0 or ctypes.get_errno() != 1:
            done.append(name)
    return done
