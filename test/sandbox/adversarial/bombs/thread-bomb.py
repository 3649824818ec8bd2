# idea: threads without end
# problem: add
# expects: error crashed completed timeout
# limits: processes=32 cpuSeconds=3
import threading
import time


def work(a, b):
    while True:
        threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
