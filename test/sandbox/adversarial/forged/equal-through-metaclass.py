# idea: the class itself is returned and its metaclass compares
# problem: add
# expects: failed completed
class Meta(type):
    def __eq__(cls, other):
        return True

    def __hash__(cls):
        return 5


class Equal(metaclass=Meta):
    pass


def work(a, b):
    return Equal
