# idea: the limits of the judging process are set to nothing
# problem: add
# expects: failed completed
import os
import resource


def work(a, b):
    for pid in range(1, 200):
        if pid != os.getpid():
            for kind in (resource.RLIMIT_AS, resource.RLIMIT_NOFILE, resource.RLIMIT_CPU):
                try:
                    resource.prlimit(pid, kind, (1, 1))
                except (OSError, ValueError):
                    pass
    return 0
