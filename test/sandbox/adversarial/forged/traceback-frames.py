# idea: frames are reached through a traceback
# problem: secret
# expects: error completed
def work(number):
    try:
        raise ValueError
    except ValueError as error:
        frame = error.__traceback__.tb_frame
    while frame is not None:
        for value in frame.f_code.co_consts:
            if isinstance(value, str) and value.startswith("sesame") and len(value) > 12:
                return value
        frame = frame.f_back
    raise LookupError("nothing found")
