# idea: the memory of other processes is opened for writing
# problem: add
# expects: failed completed
import os


def work(a, b):
    for name in os.listdir("/proc"):
        if name.isdigit() and int(name) != os.getpid():
            try:
                with open(f"/proc/{name}/mem", "r+b", 0):
                    return a + b
            except OSError:
                pass
    return 0
