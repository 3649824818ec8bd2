# idea: symbolic links in the scratch folder that point out of it
# problem: nothing
# expects: passed completed
import os


def work():
    os.symlink("/", "root-link")
    os.symlink("/proc/1/root", "outer-link")
    try:
        return os.listdir("outer-link/root")
    except OSError:
        return []
