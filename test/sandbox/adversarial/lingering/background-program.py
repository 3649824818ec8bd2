# idea: another program in the background
# problem: add
# expects: passed completed
import subprocess

held = []


def work(a, b):
    held.append(subprocess.Popen(["sleep", "600"], start_new_session=True))
    return a + b
