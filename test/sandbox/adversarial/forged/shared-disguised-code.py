# idea: in one process with the tests, code pretends to be the standard library's
# problem: object
# expects: error tampered
source = "import sys\ndef peek():\n    return sys._getframe(2)\n"
space = {}
exec(compile(source, "/usr/lib/python3/collections.py", "exec"), space)


def work(thing):
    space["peek"]()
    return 0
