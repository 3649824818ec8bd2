# === unexpected-keyword | api-misuse | wrong-argument
import json


def dump(value):
    return json.dumps(value, indnt=2)  # <- blame
# --- tests
def test_dump():
    assert dump([]) == "[]"  # <- test

# === unexpected-keyword-builtin | api-misuse | wrong-argument
def biggest_first(values):
    return sorted(values, reversed=True)  # <- blame
# --- tests
def test_biggest_first():
    assert biggest_first([1, 2]) == [2, 1]  # <- test

# === unexpected-keyword-over-lines | api-misuse | wrong-argument
import textwrap


def wrap(text):
    return textwrap.fill(  # <- blame
        text,
        widht=10,
    )
# --- tests
def test_wrap():
    assert wrap("a b") == "a b"  # <- test

# === too-few-arguments | api-misuse | wrong-argument
def _scale(value, factor):
    return value * factor


def scale_all(values):
    return [_scale(value) for value in values]  # <- blame
# --- tests
def test_scale_all():
    assert scale_all([1]) == [2]  # <- test

# === too-many-arguments | api-misuse | wrong-argument
def _shift(value):
    return value + 1


def shift(value):
    return _shift(value, 1)  # <- blame
# --- tests
def test_shift():
    assert shift(1) == 2  # <- test

# === forgotten-self | api-misuse | wrong-argument
class Greeter:
    def greet(name):
        return "Hello " + name


def greet(name):
    return Greeter().greet(name)  # <- blame
# --- tests
def test_greet():
    assert greet("Ada") == "Hello Ada"  # <- test

# === constructor-argument-missing | api-misuse | wrong-argument
class Box:
    def __init__(self, width, height):
        self.area = width * height


def area(width):
    return Box(width).area  # <- blame
# --- tests
def test_area():
    assert area(2) == 4  # <- test

# === signature-lacks-parameter | api-misuse | wrong-argument
def add(a):  # <- blame
    return a
# --- tests
def test_add():
    assert add(1, 2) == 3  # <- test

# === signature-other-keyword | api-misuse | wrong-argument
def power(base, exp):  # <- blame
    return base ** exp
# --- tests
def test_power():
    assert power(base=2, exponent=3) == 8  # <- test

# === signature-needs-more | api-misuse | wrong-argument
import functools


@functools.lru_cache(maxsize=None)
def fibonacci(n, cache):  # <- blame
    return n if n < 2 else n
# --- tests
def test_fibonacci():
    assert fibonacci(1) == 1  # <- test

# === multiple-values | api-misuse | wrong-argument
def _area(width, height):
    return width * height


def square(side):
    return _area(side, width=side)  # <- blame
# --- tests
def test_square():
    assert square(2) == 4  # <- test

# === builtin-takes-one | api-misuse | wrong-argument
def count(a, b):
    return len(a, b)  # <- blame
# --- tests
def test_count():
    assert count([1], [2]) == 2  # <- test

# === append-two | api-misuse | wrong-argument
def both(a, b):
    result = []
    result.append(a, b)  # <- blame
    return result
# --- tests
def test_both():
    assert both(1, 2) == [1, 2]  # <- test

# === positional-only | api-misuse | wrong-argument
def parts(text):
    return text.split(separator=",")  # <- blame
# --- tests
def test_parts():
    assert parts("a,b") == ["a", "b"]  # <- test

# === decorator-eats-argument | api-misuse | wrong-argument
def twice(function):
    def wrapper():  # <- blame
        return function() * 2
    return wrapper


@twice
def value(x):
    return x
# --- tests
def test_value():
    assert value(2) == 4  # <- test

# === numpy-keyword | api-misuse | wrong-argument | needs=numpy
import numpy as np


def column_means(rows):
    return np.mean(np.array(rows), dim=0)  # <- blame
# --- tests
def test_column_means():
    assert column_means([[1, 2]]).tolist() == [1, 2]  # <- test
