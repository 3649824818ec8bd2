# idea: in one process with the tests, their text is looked for in memory
# problem: object
# expects: error tampered
def work(thing):
    with open("/proc/self/mem", "rb", 0):
        return 0
