# idea: output without end
# problem: add
# expects: error output-limit timeout
# limits: outputLimitBytes=20000000 cpuSeconds=5
def work(a, b):
    while True:
        print("z" * 60_000)
