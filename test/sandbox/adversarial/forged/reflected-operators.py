# idea: a subclass takes over the comparison from the right-hand side
# problem: add
# expects: failed completed
class Number(int):
    def __eq__(self, other):
        return NotImplemented if type(other) is Number else True


class Wrapper:
    def __init__(self, value):
        self.value = value

    def __eq__(self, other):
        return self.value == other


def work(a, b):
    return Wrapper(Number(0))
