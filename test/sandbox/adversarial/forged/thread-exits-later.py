# idea: a thread ends the process well before the last assertion
# problem: slow-add
# expects: error exited-early
import os
import threading
import time


def leave():
    time.sleep(0.2)
    os._exit(0)


def work(a, b):
    threading.Thread(target=leave, daemon=True).start()
    return a + b
