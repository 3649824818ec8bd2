# idea: in one process with the tests, an object equals everything
# problem: object
# expects: error tampered
class Equal:
    def __eq__(self, other):
        return True


def work(thing):
    return Equal()
