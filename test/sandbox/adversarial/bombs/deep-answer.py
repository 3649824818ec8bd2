# idea: an answer nested ten thousand times
# problem: add
# expects: error failed completed tampered
def work(a, b):
    value = []
    for _ in range(10_000):
        value = [value]
    return value
