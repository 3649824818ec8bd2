# === endless-recursion | resource | recursion
def factorial(n):
    return n * factorial(n - 1)  # <- blame
# --- tests
def test_factorial():
    assert factorial(3) == 6  # <- test
# === mutual-recursion | resource | recursion | line=2 | also=6
def _even(n):
    return _odd(n)


def _odd(n):
    return _even(n)


def is_even(n):
    return _even(n)
# --- tests
def test_is_even():
    assert is_even(2)
# === recursive-property | resource | recursion
class Box:
    @property
    def size(self):
        return self.size  # <- blame


def size():
    return Box().size
# --- tests
def test_size():
    assert size() == 1  # <- test
# === recursive-repr | resource | recursion
class Node:
    def __init__(self):
        self.next = self

    def __repr__(self):
        return f"Node({self.next!r})"  # <- blame


def show():
    return repr(Node())
# --- tests
def test_show():
    assert show() == "Node"  # <- test
# === recursion-over-lines | resource | recursion
def depth(tree):
    return 1 + max(
        depth(child)  # <- blame
        for child in tree
    )
# --- tests
def test_depth():
    tree = []
    tree.append(tree)
    assert depth(tree) == 1
# === endless-while | resource | cpu-time | cpu=1 | line=3 | also=4
def halve(n):
    steps = 0
    while n != 1:
        steps = steps + n // 2
    return steps
# --- tests
def test_halve():
    assert halve(8) == 3
# === one-line-loop | resource | cpu-time | cpu=1
def spin():
    while True: pass  # <- blame
# --- tests
def test_spin():
    assert spin() is None
# === slow-algorithm | resource | cpu-time | cpu=1
def fibonacci(n):
    return n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)  # <- blame
# --- tests
def test_fibonacci():
    assert fibonacci(60) > 0
# === slow-builtin | resource | cpu-time | cpu=1
def total(n):
    return sum(range(10 ** 12))  # <- blame
# --- tests
def test_total():
    assert total(1) > 0
# === slow-library | resource | cpu-time | cpu=1
import itertools


def count(values):
    return sum(1 for _ in itertools.permutations(values))  # <- blame
# --- tests
def test_count():
    assert count(range(20)) > 0
# === catastrophic-pattern | resource | cpu-time | cpu=1
import re


def matches(text):
    return bool(re.match(r"(a+)+$", text))  # <- blame
# --- tests
def test_matches():
    assert not matches("a" * 40 + "b")
# === long-sleep | resource | wall-time | wall=2
import time


def wait():
    time.sleep(600)  # <- blame
    return True
# --- tests
def test_wait():
    assert wait()
# === dead-lock | resource | wall-time | wall=2
import threading


def locked():
    lock = threading.Lock()
    lock.acquire()
    with lock:  # <- blame
        return True
# --- tests
def test_locked():
    assert locked()
# === empty-queue | resource | wall-time | wall=2
import queue


def take():
    return queue.Queue().get()  # <- blame
# --- tests
def test_take():
    assert take() is None
# === queue-with-limit | resource | wall-time
import queue


def take():
    return queue.Queue().get(timeout=0.01)  # <- blame
# --- tests
def test_take():
    assert take() is None  # <- test
# === wait-with-limit | resource | wall-time
import asyncio


async def _slow():
    await asyncio.sleep(60)


def fast():
    return asyncio.run(asyncio.wait_for(_slow(), 0.01))  # <- blame
# --- tests
def test_fast():
    assert fast() is None  # <- test
# === huge-list | resource | memory
def zeros(n):
    return [0] * n  # <- blame
# --- tests
def test_zeros():
    assert len(zeros(10 ** 11)) > 0  # <- test
# === growing-list | resource | memory
def grow():
    blocks = []
    while True:
        blocks.append(bytearray(10 ** 7))  # <- blame
# --- tests
def test_grow():
    assert grow()  # <- test
# === huge-text | resource | memory
def line(n):
    return "-" * n  # <- blame
# --- tests
def test_line():
    assert len(line(10 ** 12)) > 0  # <- test
# === huge-array | resource | memory | needs=numpy
import numpy as np


def zeros(n):
    return np.zeros((n, n))  # <- blame
# --- tests
def test_zeros():
    assert zeros(10 ** 6).shape[0] > 0  # <- test
# === endless-printing | resource | output-limit
def shout():
    while True:
        print("x" * 10000)  # <- blame
# --- tests
def test_shout():
    assert shout() is None
