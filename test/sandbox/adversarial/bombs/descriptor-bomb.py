# idea: open files without end
# problem: add
# expects: error completed
def work(a, b):
    held = []
    while True:
        held.append(open("/dev/null"))
