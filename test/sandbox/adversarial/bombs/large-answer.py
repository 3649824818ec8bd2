# idea: an answer of two hundred megabytes
# problem: add
# expects: error failed completed
def work(a, b):
    return "x" * 200_000_000
