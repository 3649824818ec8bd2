# idea: a number with a hundred million digits
# problem: add
# expects: timeout timeout
# limits: cpuSeconds=1
def work(a, b):
    return 7 ** (10 ** 10)
