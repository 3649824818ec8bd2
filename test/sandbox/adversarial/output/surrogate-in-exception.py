# idea: an exception with a message that cannot be encoded
# problem: add
# expects: error completed
def work(a, b):
    raise ValueError("\ud800\x00" * 100_000)
