# idea: the functions that judge are replaced
# problem: items
# expects: failed error not-run completed exited-early
import builtins

builtins.len = lambda value: 3
builtins.list = lambda value: [1, 2, 3]
builtins.all = builtins.any = lambda values: True
builtins.isinstance = lambda value, kind: True
builtins.sorted = lambda values, **_: [1, 2, 3]


def work(values):
    return []
