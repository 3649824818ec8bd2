# === text-plus-number | type-value | wrong-type
def label(n):
    return "n = " + n  # <- blame
# --- tests
def test_label():
    assert label(1) == "n = 1"  # <- test

# === sum-of-texts | type-value | wrong-type
def total(values):
    return sum(values)  # <- blame
# --- tests
def test_total():
    assert total(["1", "2"]) == 3  # <- test

# === join-of-numbers | type-value | wrong-type
def row(values):
    return ",".join(values)  # <- blame
# --- tests
def test_row():
    assert row([1, 2]) == "1,2"  # <- test

# === range-of-float | type-value | wrong-type
def half_range(n):
    return list(range(n / 2))  # <- blame
# --- tests
def test_half_range():
    assert half_range(4) == [0, 1]  # <- test

# === float-index | type-value | wrong-type
def middle(values):
    return values[len(values) / 2]  # <- blame
# --- tests
def test_middle():
    assert middle([1, 2, 3]) == 2  # <- test

# === operands-over-lines | type-value | wrong-type
def total(price, tax):
    return (
        price  # <- blame
        + tax
    )
# --- tests
def test_total():
    assert total(1, "2") == 3  # <- test

# === library-type-error | type-value | wrong-type
import datetime


def days(a, b):
    return (datetime.date.fromisoformat(a) - b).days  # <- blame
# --- tests
def test_days():
    assert days("2020-01-02", "2020-01-01") == 1  # <- test

# === call-of-text | type-value | not-callable
def shout(text):
    upper = text.upper()
    return upper()  # <- blame
# --- tests
def test_shout():
    assert shout("a") == "A"  # <- test

# === shadowed-builtin | type-value | not-callable
def longest(texts):
    max = 0
    for text in texts:
        max = max(max, len(text))  # <- blame
    return max
# --- tests
def test_longest():
    assert longest(["a", "bb"]) == 2  # <- test

# === missing-operator | type-value | not-callable
def area(r):
    return 3.14 (r * r)  # <- blame
# --- tests
def test_area():
    assert area(1) == 3.14  # <- test

# === module-called | type-value | not-callable
import random


def pick(values):
    return random(values)  # <- blame
# --- tests
def test_pick():
    assert pick([1]) == 1  # <- test

# === property-called | type-value | not-callable
class Circle:
    def __init__(self, radius):
        self.radius = radius

    @property
    def diameter(self):
        return self.radius * 2


def diameter(radius):
    return Circle(radius).diameter()  # <- blame
# --- tests
def test_diameter():
    assert diameter(2) == 4  # <- test

# === iterate-number | type-value | not-iterable
def digits(n):
    return [int(d) for d in n]  # <- blame
# --- tests
def test_digits():
    assert digits(12) == [1, 2]  # <- test

# === index-number | type-value | not-iterable
def first_digit(n):
    return n[0]  # <- blame
# --- tests
def test_first_digit():
    assert first_digit(12) == 1  # <- test

# === length-of-generator | type-value | not-iterable
def count(values):
    return len(value for value in values)  # <- blame
# --- tests
def test_count():
    assert count([1]) == 1  # <- test

# === unpack-number | type-value | not-iterable
def swap(pair):
    a, b = 1  # <- blame
    return b, a
# --- tests
def test_swap():
    assert swap((1, 2)) == (2, 1)  # <- test

# === method-indexed | type-value | not-iterable
def first_key(table):
    return list(table.keys)[0]  # <- blame
# --- tests
def test_first_key():
    assert first_key({"a": 1}) == "a"  # <- test

# === change-text | type-value | immutable
def capital(text):
    text[0] = text[0].upper()  # <- blame
    return text
# --- tests
def test_capital():
    assert capital("ab") == "Ab"  # <- test

# === change-tuple | type-value | immutable
def set_first(pair, value):
    pair[0] = value  # <- blame
    return pair
# --- tests
def test_set_first():
    assert set_first((1, 2), 3) == (3, 2)  # <- test

# === frozen-dataclass | type-value | immutable
from dataclasses import dataclass


@dataclass(frozen=True)
class Point:
    x: int


def move(x):
    point = Point(x)
    point.x += 1  # <- blame
    return point.x
# --- tests
def test_move():
    assert move(1) == 2  # <- test

# === list-as-key | type-value | unhashable
def groups(rows):
    table = {}
    for row in rows:
        table[row] = True  # <- blame
    return len(table)
# --- tests
def test_groups():
    assert groups([[1], [1]]) == 1  # <- test

# === set-of-dicts | type-value | unhashable
def unique(rows):
    return set(rows)  # <- blame
# --- tests
def test_unique():
    assert len(unique([{"a": 1}])) == 1  # <- test

# === cached-list-argument | type-value | unhashable
import functools


@functools.lru_cache
def total(values):
    return sum(values)
# --- tests
def test_total():
    assert total([1, 2]) == 3  # <- test

# === sort-mixed | type-value | incomparable
def ordered(values):
    return sorted(values)  # <- blame
# --- tests
def test_ordered():
    assert ordered([1, "2"]) == [1, "2"]  # <- test

# === compare-text-number | type-value | incomparable
def adult(age):
    return age >= 18  # <- blame
# --- tests
def test_adult():
    assert adult("20")  # <- test

# === unpack-too-many | type-value | unpacking
def key_value(text):
    key, value = text.split("=")  # <- blame
    return key, value
# --- tests
def test_key_value():
    assert key_value("a=b=c") == ("a", "b=c")  # <- test

# === unpack-too-few | type-value | unpacking
def totals(rows):
    return [a + b for a, b in rows]  # <- blame
# --- tests
def test_totals():
    assert totals([(1,)]) == [1]  # <- test

# === handler-fails | type-value | wrong-type
def number(text):
    try:
        return int(text)
    except ValueError as error:
        return "bad: " + error  # <- blame
# --- tests
def test_number():
    assert number("x") == "bad: x"  # <- test
