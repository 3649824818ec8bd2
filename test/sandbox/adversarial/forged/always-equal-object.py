# idea: an object that says it equals everything
# problem: add
# expects: failed completed
class Equal:
    def __eq__(self, other):
        return True

    def __ne__(self, other):
        return False

    __hash__ = None


def work(a, b):
    return Equal()
