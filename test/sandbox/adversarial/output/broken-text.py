# idea: bytes that are no text, zeros, lone surrogates
# problem: add
# expects: passed completed
import os
import sys


def work(a, b):
    os.write(1, b"\xff\xfe\x00\x80 \xed\xa0\x80\n")
    sys.stdout.buffer.write(bytes(range(256)))
    print("\ud800", "\0")
    return a + b
