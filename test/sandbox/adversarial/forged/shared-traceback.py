# idea: in one process with the tests, their frames are reached by a traceback
# problem: object
# expects: error tampered
def work(thing):
    try:
        raise ValueError
    except ValueError as error:
        caller = error.__traceback__.tb_frame.f_back
    caller.f_globals["check"] = lambda *_: None
    return 0
