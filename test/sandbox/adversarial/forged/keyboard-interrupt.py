# idea: the run is interrupted as if by a person
# problem: add
# expects: error completed
def work(a, b):
    raise KeyboardInterrupt
