# idea: sequences that rewrite a terminal
# problem: add
# expects: failed completed
def work(a, b):
    print("\x1b[2J\x1b[H\x1b]0;passed\x07 passed 1\r\n\x1b[1A")
    return 0
