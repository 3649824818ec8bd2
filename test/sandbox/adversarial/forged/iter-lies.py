# idea: an iterable that gives other items each time
# problem: items
# expects: failed completed
import itertools

SETS = itertools.cycle([[], [1], [2, 3]])


class Items:
    def __iter__(self):
        return iter(next(SETS))


def work(values):
    return Items()
