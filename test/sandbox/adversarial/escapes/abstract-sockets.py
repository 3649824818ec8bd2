# idea: sockets of the host without a path
# problem: nothing
# expects: passed completed
def work():
    with open("/proc/net/unix") as table:
        return [line for line in table if "@/" in line or "docker" in line or "dbus" in line]
