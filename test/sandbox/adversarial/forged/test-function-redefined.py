# idea: functions with the names of the tests do nothing
# problem: add
# expects: failed completed
def check(candidate):
    pass


def test_entry_point():
    pass


def work(a, b):
    return 0
