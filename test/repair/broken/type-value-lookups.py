# === missing-key | type-value | missing-key
def price(table, name):
    return table[name]  # <- blame
# --- tests
def test_price():
    assert price({"Apple": 1}, "apple") == 1  # <- test

# === key-with-quote | type-value | missing-key
def price(table):
    return table["it's \"odd\": yes"]  # <- blame
# --- tests
def test_price():
    assert price({}) is None  # <- test

# === key-tuple | type-value | missing-key
def cell(grid, x, y):
    return grid[x, y]  # <- blame
# --- tests
def test_cell():
    assert cell({}, 1, 2) == 0  # <- test

# === key-empty | type-value | missing-key
def value(table):
    return table[""]  # <- blame
# --- tests
def test_value():
    assert value({}) is None  # <- test

# === key-with-newline | type-value | missing-key
def value(table):
    return table["a\nTraceback (most recent call last):"]  # <- blame
# --- tests
def test_value():
    assert value({}) is None  # <- test

# === key-of-own-type | type-value | missing-key
class Key:
    def __repr__(self):
        return "KeyError: 'fake'\nValueError: fake"


def value():
    return {}[Key()]  # <- blame
# --- tests
def test_value():
    assert value() is None  # <- test

# === format-key | type-value | missing-key
def greet(name):
    return "Hello {nam}".format(name=name)  # <- blame
# --- tests
def test_greet():
    assert greet("Ada") == "Hello Ada"  # <- test

# === config-section | type-value | missing-key
import configparser


def port(text):
    parser = configparser.ConfigParser()
    parser.read_string(text)
    return parser.getint("server", "port")  # <- blame
# --- tests
def test_port():
    assert port("[client]\nport = 1\n") == 1  # <- test

# === off-by-one | type-value | index-out-of-range
def neighbours(values):
    result = []
    for i in range(len(values)):
        result.append(values[i] + values[i + 1])  # <- blame
    return result
# --- tests
def test_neighbours():
    assert neighbours([1, 2]) == [3]  # <- test

# === empty-index | type-value | index-out-of-range
def last(values):
    return values[-1]  # <- blame
# --- tests
def test_last():
    assert last([]) is None  # <- test

# === pop-empty | type-value | empty-sequence
def take(values):
    return values.pop()  # <- blame
# --- tests
def test_take():
    assert take([]) is None  # <- test

# === text-index | type-value | index-out-of-range
def third(text):
    return text[2]  # <- blame
# --- tests
def test_third():
    assert third("ab") == ""  # <- test

# === list-index | type-value | missing-element
def place(values, value):
    return values.index(value)  # <- blame
# --- tests
def test_place():
    assert place([1], 2) == -1  # <- test

# === list-remove | type-value | missing-element
def without(values, value):
    values.remove(value)  # <- blame
    return values
# --- tests
def test_without():
    assert without([1], 2) == [1]  # <- test

# === text-index-of | type-value | missing-element
def before(text, mark):
    return text[:text.index(mark)]  # <- blame
# --- tests
def test_before():
    assert before("ab", ":") == "ab"  # <- test

# === max-of-nothing | type-value | empty-sequence
def highest(values):
    return max(values)  # <- blame
# --- tests
def test_highest():
    assert highest([]) is None  # <- test

# === reduce-of-nothing | type-value | empty-sequence
import functools
import operator


def product(values):
    return functools.reduce(operator.mul, values)  # <- blame
# --- tests
def test_product():
    assert product([]) == 1  # <- test

# === mean-of-nothing | type-value | empty-sequence
import statistics


def average(values):
    return statistics.mean(values)  # <- blame
# --- tests
def test_average():
    assert average([]) == 0  # <- test

# === choice-of-nothing | type-value | empty-sequence
import random


def pick(values):
    return random.choice(values)  # <- blame
# --- tests
def test_pick():
    assert pick([]) is None  # <- test

# === wrapped-without-from | type-value | missing-key
def setting(table, name):
    try:
        return table[name]  # <- blame
    except KeyError:
        raise RuntimeError("no setting " + name)
# --- tests
def test_setting():
    assert setting({}, "a") is None  # <- test

# === next-of-nothing | type-value | exhausted-iterator
def first(values):
    return next(iter(values))  # <- blame
# --- tests
def test_first():
    assert first([]) is None  # <- test

# === generator-stops | type-value | exhausted-iterator
def _pairs(values):
    iterator = iter(values)
    while True:
        yield next(iterator), next(iterator)  # <- blame


def pairs(values):
    return list(_pairs(values))
# --- tests
def test_pairs():
    assert pairs([1, 2]) == [(1, 2)]  # <- test

# === task-group | type-value | missing-key
import asyncio


async def _get(table, key):
    await asyncio.sleep(0)
    return table[key]  # <- blame


async def _all(table, keys):
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(_get(table, key)) for key in keys]
    return [task.result() for task in tasks]


def values(table, keys):
    return asyncio.run(_all(table, keys))
# --- tests
def test_values():
    assert values({"a": 1}, ["a", "b"]) == [1, None]  # <- test

# === error-in-callback-of-library | type-value | missing-key
import re

WORDS = {"one": "1"}


def replace(text):
    return re.sub(r"\w+", lambda match: WORDS[match.group()], text)  # <- blame
# --- tests
def test_replace():
    assert replace("one two") == "1 two"  # <- test

# === error-in-context-manager | type-value | missing-key
import contextlib


@contextlib.contextmanager
def _opened(table, name):
    yield table[name]  # <- blame


def read(table, name):
    with _opened(table, name) as value:
        return value
# --- tests
def test_read():
    assert read({}, "a") is None  # <- test

# === error-in-multiline-condition | type-value | missing-key
def allowed(user):
    return (
        user["active"]
        and user["age"] >= 18
        and user["country"] == "NL"  # <- blame
    )
# --- tests
def test_allowed():
    assert allowed({"active": True, "age": 20}) is False  # <- test

# === array-index | type-value | index-out-of-range | needs=numpy
import numpy as np


def third(values):
    return np.array(values)[2]  # <- blame
# --- tests
def test_third():
    assert third([1, 2]) == 3  # <- test
