# idea: descriptors that were left open
# problem: nothing
# expects: passed completed
import os
import stat


def work():
    left = []
    for name in os.listdir("/proc/self/fd"):
        try:
            mode = os.fstat(int(name)).st_mode
            target = os.readlink(f"/proc/self/fd/{name}")
        except OSError:
            continue
        if int(name) > 2 and not stat.S_ISSOCK(mode) and not stat.S_ISFIFO(mode):
            left.append(target)
    return [target for target in left if not target.startswith("/proc/")]
