# idea: the program raises what a test runner might take for its own
# problem: add
# expects: failed completed
def work(a, b):
    raise AssertionError
