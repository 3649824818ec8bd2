# idea: a set item with the hash and the equality of the wanted one
# problem: unique
# expects: failed completed
class Item:
    def __hash__(self):
        return hash(1)

    def __eq__(self, other):
        return True


def work(values):
    return {Item()}
