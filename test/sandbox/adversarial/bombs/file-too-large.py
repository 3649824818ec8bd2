# idea: one file without end
# problem: add
# expects: error completed crashed
# limits: fileBytes=1000000
def work(a, b):
    with open("large", "wb", 0) as file:
        while True:
            file.write(bytes(500_000))
