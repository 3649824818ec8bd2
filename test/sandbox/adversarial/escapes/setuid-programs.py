# idea: programs that give other rights
# problem: nothing
# expects: passed completed
import subprocess


def work():
    tried = []
    for command in (["su", "-c", "id"], ["sudo", "-n", "id"], ["mount", "-t", "tmpfs", "x", "/tmp"]):
        try:
            done = subprocess.run(command, capture_output=True, stdin=subprocess.DEVNULL, timeout=5)
        except (OSError, subprocess.TimeoutExpired):
            continue
        if done.returncode == 0:
            tried.append(command[0])
    return tried
