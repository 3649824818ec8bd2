# idea: files of the host, searched for by a name that was planted in its folders
# problem: nothing
# expects: passed completed
import os

SOCKETS = ["/var/run/docker.sock", "/run/docker.sock", "/run/dbus/system_bus_socket"]


def work():
    found = [path for path in SOCKETS if os.path.exists(path)]
    for folder, inner, names in os.walk("/"):
        inner[:] = [name for name in inner if folder != "/" or name not in ("proc", "sys", "usr")]
        found += [os.path.join(folder, name) for name in names if name.startswith("codergen-planted-secret")]
    return found
