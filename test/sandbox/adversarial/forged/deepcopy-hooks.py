# idea: copies are something else than the original
# problem: mutation
# expects: failed completed
class Values(list):
    def __copy__(self):
        return [1, 2, 3]

    def __deepcopy__(self, memo):
        return [1, 2, 3]


def work(values):
    values[:] = []
    return Values()
