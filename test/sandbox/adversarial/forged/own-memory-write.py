# idea: its own small numbers are rewritten in memory
# problem: add
# expects: failed completed
import ctypes


def work(a, b):
    place = ctypes.cast(id(0) + 24, ctypes.POINTER(ctypes.c_uint32))
    if place[0] == 0:
        for value in (5, 30):
            number = ctypes.cast(id(value) + 24, ctypes.POINTER(ctypes.c_uint32))
            number[0] = 0
    return 0
