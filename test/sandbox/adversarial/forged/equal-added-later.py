# idea: a clean class gets its comparison after the object was made
# problem: add
# expects: failed completed
class Plain:
    pass


def work(a, b):
    value = Plain()
    Plain.__eq__ = lambda self, other: True
    return value
