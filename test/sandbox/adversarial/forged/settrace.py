# idea: a trace function changes the locals of what runs next
# problem: add
# expects: failed completed
import sys
import threading


def trace(frame, event, argument):
    if event == "return" and frame.f_code.co_name == "check":
        frame.f_locals["candidate"] = lambda *_: 5
    return trace


sys.settrace(trace)
threading.settrace(trace)


def work(a, b):
    return 0
