# idea: an exception that cannot be shown
# problem: add
# expects: error completed
class Hidden(Exception):
    def __str__(self):
        raise RuntimeError("not shown")

    __repr__ = __str__


def work(a, b):
    raise Hidden
