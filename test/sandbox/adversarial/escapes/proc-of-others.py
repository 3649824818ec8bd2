# idea: variables, memory and descriptors of other processes
# problem: nothing
# expects: passed completed
import os


def work():
    seen = []
    for name in os.listdir("/proc"):
        if not name.isdigit() or int(name) == os.getpid():
            continue
        for part in ("environ", "maps", "mem", "fd", "cwd", "root"):
            path = f"/proc/{name}/{part}"
            try:
                if part == "fd":
                    [os.readlink(f"{path}/{number}") for number in os.listdir(path)]
                elif part in ("cwd", "root"):
                    os.listdir(path)
                else:
                    open(path, "rb").close()
                seen.append(path)
            except OSError:
                pass
    return seen
