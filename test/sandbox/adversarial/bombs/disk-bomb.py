# idea: files without end
# problem: add
# expects: error completed timeout
# limits: cpuSeconds=3
def work(a, b):
    place = 0
    while True:
        place += 1
        with open(f"file-{place}", "wb") as file:
            file.write(bytes(20_000_000))
