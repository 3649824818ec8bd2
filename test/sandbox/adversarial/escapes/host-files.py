# idea: files of the host that say something about people
# problem: nothing
# expects: passed completed
import os

WANTED = ["/etc/shadow", "/root/.ssh", "/root/.bashrc", "/root/.profile", "/home", "/etc/ssh", "/var/log", "/work", "/var/run/docker.sock", "/etc/hostname"]


def work():
    return [path for path in WANTED if os.path.exists(path)]
