# idea: an object that says it is of the wanted type
# problem: add
# expects: failed completed
class Pretender:
    __class__ = int

    def __eq__(self, other):
        return True

    def __index__(self):
        return 5


def work(a, b):
    return Pretender()
