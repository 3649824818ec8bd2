# idea: a terabyte in one request
# problem: add
# expects: error memory-limit
def work(a, b):
    return bytearray(1 << 40)
