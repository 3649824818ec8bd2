# idea: a hundred megabytes of lines
# problem: once
# expects: passed completed
def work(a, b):
    line = "y" * 9_999
    for _ in range(10_000):
        print(line)
    return a + b
