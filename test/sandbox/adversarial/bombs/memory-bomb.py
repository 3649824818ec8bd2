# idea: memory without end
# problem: add
# expects: error memory-limit
# limits: memoryBytes=200000000
def work(a, b):
    held = []
    while True:
        held.append(bytearray(10_000_000))
