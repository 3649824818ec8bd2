# idea: processes of the host
# problem: nothing
# expects: passed completed
import os


def work():
    names = []
    for name in os.listdir("/proc"):
        if name.isdigit():
            with open(f"/proc/{name}/comm") as file:
                names.append(file.read().strip())
    return [name for name in names if not name.startswith(("python", "bwrap"))]
