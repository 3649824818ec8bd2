# idea: a text of a class that compares as it likes
# problem: text
# expects: failed completed
class Text(str):
    def __eq__(self, other):
        return True

    def __hash__(self):
        return 1

    def upper(self):
        return self


def work(text):
    return Text("wrong")
