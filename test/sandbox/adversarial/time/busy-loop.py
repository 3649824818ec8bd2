# idea: a loop without end
# problem: add
# expects: timeout timeout
# limits: cpuSeconds=1
def work(a, b):
    while True:
        pass
