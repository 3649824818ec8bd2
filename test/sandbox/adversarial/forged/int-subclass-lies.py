# idea: a whole number of a class that compares as it likes
# problem: add
# expects: failed completed
class Number(int):
    def __eq__(self, other):
        return True

    def __ne__(self, other):
        return False

    def __hash__(self):
        return 0


def work(a, b):
    return Number(0)
