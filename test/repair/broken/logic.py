# === wrong-sign | logic | assertion
def subtract(a, b):
    return b - a
# --- tests
def test_subtract():
    assert subtract(3, 1) == 2  # <- test
# === wrong-bound | logic | assertion
def total(n):
    return sum(range(n))
# --- tests
def test_total():
    assert total(3) == 6  # <- test
# === second-assertion | logic | assertion
def clamp(x, low, high):
    return max(low, x)
# --- tests
def test_clamp():
    assert clamp(-1, 0, 9) == 0
    assert clamp(11, 0, 9) == 9  # <- test
# === assertion-over-lines | logic | assertion
def pairs(values):
    return list(zip(values, values))
# --- tests
def test_pairs():
    assert pairs([1, 2]) == [  # <- test
        (1, 2),
        (2, 1),
    ]
# === assertion-with-message | logic | assertion
def upper(text):
    return text
# --- tests
def test_upper():
    assert upper("a") == "A", "upper should change the case; got an empty sequence"  # <- test
# === assertion-in-helper-of-tests | logic | assertion
def double(x):
    return x + 2
# --- tests
def check(value, expected):
    assert double(value) == expected  # <- test


def test_double():
    check(2, 4)
    check(3, 6)
# === assertion-in-program | logic | assertion
def normalise(values):
    total = sum(values)
    result = [value / total for value in values]
    assert sum(result) == total  # <- blame
    return result
# --- tests
def test_normalise():
    assert normalise([1, 1]) == [0.5, 0.5]  # <- test
# === text-instead-of-number | logic | assertion
def parse(text):
    return text.strip()
# --- tests
def test_parse():
    assert parse(" 3 ") == 3  # <- test
# === nothing-returned | logic | assertion
def double(x):
    x * 2
# --- tests
def test_double():
    assert double(2) == 4  # <- test
# === float-instead-of-int | logic | assertion
def half(n):
    return n / 2
# --- tests
def test_half():
    assert isinstance(half(4), int)  # <- test
# === unittest-equal | logic | assertion
def triple(x):
    return x * 2
# --- tests
import unittest


def test_triple():
    unittest.TestCase().assertEqual(triple(2), 6)  # <- test
# === unittest-list | logic | assertion
def evens(n):
    return [i for i in range(n)]
# --- tests
import unittest


def test_evens():
    unittest.TestCase().assertListEqual(evens(3), [0, 2])  # <- test
# === swallowed-exception | logic | assertion
def parse(text):
    try:
        return int(text) + offset
    except Exception:
        return None
# --- tests
def test_parse():
    assert parse("1") == 1  # <- test
# === state-shared-between-calls | logic | assertion
def collect(item, items=[]):
    items.append(item)
    return items
# --- tests
def test_collect():
    assert collect(1) == [1]
    assert collect(2) == [2]  # <- test
# === recursion-ends-too-early | logic | assertion
def depth(tree):
    if not tree:
        return 0
    return 1 + depth(tree[0])
# --- tests
def test_depth():
    assert depth([[], [[]]]) == 2  # <- test
# === no-exception-raised | logic | no-exception
def root(x):
    return abs(x) ** 0.5
# --- tests
def test_root():
    try:
        root(-1)
    except ValueError as error:
        raised = error
    else:
        raised = None
    assert raised is not None  # <- test
# === unittest-raises | logic | no-exception
def first(values):
    return values[0] if values else None
# --- tests
import unittest


def test_first():
    with unittest.TestCase().assertRaises(IndexError):  # <- test
        first([])
# === own-check-too-strict | logic | refuses-input
def root(x):
    if x <= 0:
        raise ValueError("x must be positive")  # <- blame
    return x ** 0.5
# --- tests
def test_root():
    assert root(0) == 0  # <- test
# === own-check-of-type | logic | refuses-input
def double(x):
    if not isinstance(x, int):
        raise TypeError(  # <- blame
            f"expected int, got {type(x).__name__}"
        )
    return x * 2
# --- tests
def test_double():
    assert double(1.5) == 3.0  # <- test
# === own-exception | logic | refuses-input
class Rejected(Exception):
    pass


def _check(name):
    if " " in name:
        raise Rejected(name)  # <- blame


def register(name):
    _check(name)
    return name
# --- tests
def test_register():
    assert register("Ada L") == "Ada L"  # <- test
# === own-exception-without-message | logic | refuses-input
class Rejected(Exception):
    pass


def accept(x):
    if x:
        raise Rejected  # <- blame
    return x
# --- tests
def test_accept():
    assert accept(1) == 1  # <- test
# === not-implemented | logic | not-implemented
def area(shape):
    raise NotImplementedError  # <- blame
# --- tests
def test_area():
    assert area("square") == 1  # <- test
# === not-implemented-in-base | logic | not-implemented
class Base:
    def name(self):
        raise NotImplementedError("subclasses do it")  # <- blame


class Child(Base):
    pass


def name():
    return Child().name()
# --- tests
def test_name():
    assert name() == "Child"  # <- test
# === exits | logic | exited-early
import sys


def work(x):
    if x > 0:
        sys.exit(0)  # <- blame
    return x
# --- tests
def test_work():
    assert work(1) == 1
# === quits-hard | logic | exited-early
import os


def work(x):
    os._exit(0)
# --- tests
def test_work():
    assert work(1) == 1
# === arguments-of-the-command-line | logic | exited-early
import argparse


def options():
    parser = argparse.ArgumentParser()
    parser.add_argument("name")
    return parser.parse_args([]).name  # <- blame
# --- tests
def test_options():
    assert options() == ""
# === changes-while-iterating | logic | mutated-during-iteration
def clean(table):
    for key in table:  # <- blame
        if not table[key]:
            del table[key]
    return table
# --- tests
def test_clean():
    assert clean({"a": 0, "b": 1}) == {"b": 1}  # <- test
# === set-changes | logic | mutated-during-iteration
def grow(values):
    for value in values:  # <- blame
        values.add(value + 100)
    return values
# --- tests
def test_grow():
    assert len(grow({1, 2})) == 4  # <- test
# === asks-for-input | logic | reads-input
def name():
    return input("name? ")  # <- blame
# --- tests
def test_name():
    assert name() == ""  # <- test
