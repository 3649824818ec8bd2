# idea: an object that is less than, greater than and as great as everything
# problem: near
# expects: error completed
import functools


@functools.total_ordering
class Between:
    def __lt__(self, other):
        return True

    def __gt__(self, other):
        return True

    def __eq__(self, other):
        return True


def work(value):
    return Between()
