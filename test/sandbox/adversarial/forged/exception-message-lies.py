# idea: an exception whose text equals everything
# problem: raises
# expects: failed completed
class Text(str):
    def __eq__(self, other):
        return True

    def __contains__(self, other):
        return True

    __hash__ = str.__hash__


class Wrong(ValueError):
    def __str__(self):
        return Text("other")


def work(value):
    raise Wrong
