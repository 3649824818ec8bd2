# idea: an exception that ends loops and comprehensions quietly
# problem: loop
# expects: error completed
def work(value):
    raise StopIteration
