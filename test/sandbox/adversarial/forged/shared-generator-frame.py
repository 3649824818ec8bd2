# idea: in one process with the tests, a generator's frame leads to theirs
# problem: object
# expects: error tampered
def work(thing):
    def walk():
        frame = own.gi_frame
        while frame is not None:
            yield frame
            frame = frame.f_back

    own = walk()
    return list(own) and 0
