# idea: an exception that generators swallow
# problem: add
# expects: error completed
def work(a, b):
    raise GeneratorExit
