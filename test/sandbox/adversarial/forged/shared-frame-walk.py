# idea: in one process with the tests, the frames are walked to change their locals
# problem: object
# expects: error tampered
import ctypes
import sys


def work(thing):
    frame = sys._getframe(1)
    frame.f_locals["expected"] = 0
    ctypes.pythonapi.PyFrame_LocalsToFast(ctypes.py_object(frame), ctypes.c_int(0))
    return 0
