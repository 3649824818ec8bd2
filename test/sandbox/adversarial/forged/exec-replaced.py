# idea: the functions that run code run something else
# problem: add
# expects: failed completed
import builtins

builtins.exec = builtins.eval = builtins.compile = lambda *_, **__: None
builtins.__import__ = lambda *_, **__: None


def work(a, b):
    return 0
