# idea: threads that are no daemons and never end
# problem: add
# expects: passed completed
import threading
import time


def work(a, b):
    threading.Thread(target=time.sleep, args=(600,)).start()
    return a + b
