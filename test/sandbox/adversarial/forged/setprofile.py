# idea: a profile function ends the process when a call raises
# problem: add
# expects: error exited-early
import os
import sys


def profile(frame, event, argument):
    if event == "return" and frame.f_code.co_name == "work":
        os._exit(0)


sys.setprofile(profile)


def work(a, b):
    return 0
