# idea: the loop without end is at the top of the program
# problem: add
# expects: not-run timeout
# limits: cpuSeconds=1
while True:
    pass


def work(a, b):
    return a + b
