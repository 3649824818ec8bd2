# idea: writing anywhere but in the scratch folders
# problem: nothing
# expects: passed completed
import os
import sys


def work():
    written = []
    for folder in ("/", "/usr", "/usr/lib", "/etc", "/proc/sys/kernel", "/codergen", "/dev", sys.prefix):
        try:
            with open(os.path.join(folder, "planted"), "w") as file:
                file.write("x")
            written.append(folder)
        except OSError:
            pass
    return written
