# idea: an object that runs code where it is rebuilt
# problem: add
# expects: failed completed
import os


class Bomb:
    def __reduce__(self):
        return os._exit, (0,)

    def __reduce_ex__(self, protocol):
        return os._exit, (0,)

    def __getstate__(self):
        os._exit(0)


def work(a, b):
    return Bomb()
