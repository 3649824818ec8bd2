# idea: in one process with the tests, the standard library walks the frames for it
# problem: object
# expects: error tampered
import traceback


def work(thing):
    for frame, _ in traceback.walk_stack(None):
        frame.f_globals["isinstance"] = lambda *_: True
    return 0
