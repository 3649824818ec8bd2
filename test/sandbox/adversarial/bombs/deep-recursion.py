# idea: recursion without end
# problem: add
# expects: error completed
def work(a, b):
    return work(a, b)
