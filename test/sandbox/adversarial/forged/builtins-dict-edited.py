# idea: the dictionary behind the built-in names is edited
# problem: half
# expects: failed completed
__builtins__["abs"] = lambda value: 0.0


def work(value):
    return 99.0
