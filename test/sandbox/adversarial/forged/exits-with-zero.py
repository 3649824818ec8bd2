# idea: a clean exit before the first assertion
# problem: add
# expects: error exited-early
def work(a, b):
    raise SystemExit(0)
