# idea: a helper of the tests' own is defined again
# problem: helper
# expects: failed completed
def close(left, right):
    return True


def work(a, b):
    return 0
