# idea: devices of the host
# problem: nothing
# expects: passed completed
import os

HARMLESS = {
    "null", "zero", "full", "random", "urandom", "tty", "shm", "pts", "ptmx", "fd", "stdin", "stdout", "stderr", "core",
    "console", "mqueue",
}


def work():
    return [name for name in os.listdir("/dev") if name not in HARMLESS]
