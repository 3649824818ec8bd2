# idea: a line of 250,000 characters
# problem: add
# expects: passed completed
def work(a, b):
    print("x" * 250_000)
    return a + b
