# idea: a container that contains everything
# problem: items
# expects: failed completed
class Everything:
    def __contains__(self, item):
        return True

    def __len__(self):
        return 3

    def __iter__(self):
        return iter([9, 9, 9])


def work(values):
    return Everything()
