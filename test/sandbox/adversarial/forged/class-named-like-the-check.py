# idea: an always-equal class that bears the name of the function that checks, so that its comparison is asked for
# problem: once
# expects: failed completed


class Liar:
    def __eq__(self, other):
        return other == 5

    def __hash__(self):
        return 0


def work(left, right):
    return KEPT


KEPT = Liar()
Liar.__name__ = Liar.__qualname__ = "check"
