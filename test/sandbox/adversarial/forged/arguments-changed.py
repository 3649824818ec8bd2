# idea: the expected value is an argument's, so the argument is changed
# problem: unchanged
# expects: failed completed
def work(values):
    values.clear()
    return []
