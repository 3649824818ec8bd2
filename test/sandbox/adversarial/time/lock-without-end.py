# idea: waits for a lock that nobody gives back
# problem: add
# expects: timeout timeout
# limits: wallSeconds=2
import threading


def work(a, b):
    lock = threading.Lock()
    lock.acquire()
    lock.acquire()
