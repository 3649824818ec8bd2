# idea: an enumeration member that equals every number
# problem: add
# expects: failed completed
import enum


class Answer(enum.IntEnum):
    ANY = 0

    def __eq__(self, other):
        return True

    def __hash__(self):
        return 0


def work(a, b):
    return Answer.ANY
