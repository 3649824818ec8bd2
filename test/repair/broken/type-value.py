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
# === none-plus | type-value | none-value
def bump(table, key):
    return table.get(key) + 1  # <- blame
# --- tests
def test_bump():
    assert bump({}, "a") == 1  # <- test
# === sort-gives-none | type-value | none-value
def smallest(values):
    ordered = values.sort()
    return ordered[0]  # <- blame
# --- tests
def test_smallest():
    assert smallest([2, 1]) == 1  # <- test
# === none-iterated | type-value | none-value
def _items(flag):
    if flag:
        return [1]


def count(flag):
    return len([item for item in _items(flag)])  # <- blame
# --- tests
def test_count():
    assert count(False) == 0  # <- test
# === helper-without-return | type-value | none-value
def _square(x):
    x * x


def hypotenuse(a, b):
    return (_square(a) + _square(b)) ** 0.5  # <- blame
# --- tests
def test_hypotenuse():
    assert hypotenuse(3, 4) == 5  # <- test
# === forgotten-return | type-value | returned-none
def words(text):
    parts = text.split()
# --- tests
def test_words():
    assert words("a b")[0] == "a"  # <- test
# === returns-none-for-some | type-value | returned-none
def lookup(table, key):
    if key in table:
        return [table[key]]
# --- tests
def test_lookup():
    assert len(lookup({}, "a")) == 0  # <- test
# === returns-text-for-dict | type-value | wrong-return
def summary(values):
    return str({"count": len(values)})
# --- tests
def test_summary():
    assert summary([1])["count"] == 1  # <- test
# === returns-dict-without-key | type-value | wrong-return
def summary(values):
    return {"n": len(values)}
# --- tests
def test_summary():
    assert summary([1])["count"] == 1  # <- test
# === returns-number-for-list | type-value | wrong-return
def digits(n):
    return n % 10
# --- tests
def test_digits():
    assert len(digits(12)) == 2  # <- test
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
# === number-of-text | type-value | conversion
def add(a, b):
    return int(a) + int(b)  # <- blame
# --- tests
def test_add():
    assert add("1", "2.5") == 3.5  # <- test
# === float-of-text | type-value | conversion
def percent(text):
    return float(text) / 100  # <- blame
# --- tests
def test_percent():
    assert percent("50 %") == 0.5  # <- test
# === date-format | type-value | conversion
from datetime import datetime


def day(text):
    return datetime.strptime(text, "%Y-%m-%d").day  # <- blame
# --- tests
def test_day():
    assert day("02.01.2020") == 2  # <- test
# === impossible-date | type-value | conversion
import datetime


def last_of(month):
    return datetime.date(2021, month, 31).day  # <- blame
# --- tests
def test_last_of():
    assert last_of(2) == 28  # <- test
# === conversion-wrapped | type-value | conversion
class ParseFailed(Exception):
    pass


def number(text):
    try:
        return int(text)  # <- blame
    except ValueError as error:
        raise ParseFailed(f"cannot read {text!r}") from error
# --- tests
def test_number():
    assert number("1,5") == 1.5  # <- test
# === wrapped-without-from | type-value | missing-key
def setting(table, name):
    try:
        return table[name]  # <- blame
    except KeyError:
        raise RuntimeError("no setting " + name)
# --- tests
def test_setting():
    assert setting({}, "a") is None  # <- test
# === wrapped-twice | type-value | division-by-zero
def _ratio(a, b):
    return a / b  # <- blame


def _safe(a, b):
    try:
        return _ratio(a, b)
    except ZeroDivisionError as error:
        raise ArithmeticError("ratio") from error


def ratio(a, b):
    try:
        return _safe(a, b)
    except ArithmeticError as error:
        raise RuntimeError("cannot compute") from error
# --- tests
def test_ratio():
    assert ratio(1, 0) == 0  # <- test
# === handler-fails | type-value | wrong-type
def number(text):
    try:
        return int(text)
    except ValueError as error:
        return "bad: " + error  # <- blame
# --- tests
def test_number():
    assert number("x") == "bad: x"  # <- test
# === format-code | type-value | format-mismatch
def money(amount):
    return f"{amount:.2f}"  # <- blame
# --- tests
def test_money():
    assert money("3") == "3.00"  # <- test
# === percent-arguments | type-value | format-mismatch
def pair(a, b):
    return "%s and %s" % a  # <- blame
# --- tests
def test_pair():
    assert pair(1, 2) == "1 and 2"  # <- test
# === decode-latin | type-value | encoding
def text(data):
    return data.decode("utf-8")  # <- blame
# --- tests
def test_text():
    assert text(b"caf\xe9") == "caf\u00e9"  # <- test
# === encode-ascii | type-value | encoding
def data(text):
    return text.encode("ascii")  # <- blame
# --- tests
def test_data():
    assert data("na\u00efve") == b"naive"  # <- test
# === bytes-and-text | type-value | encoding
import hashlib


def digest(text):
    return hashlib.sha256(text).hexdigest()  # <- blame
# --- tests
def test_digest():
    assert len(digest("a")) == 64  # <- test
# === bad-json | type-value | unparsable-data
import json


def read(text):
    return json.loads(text)  # <- blame
# --- tests
def test_read():
    assert read("{'a': 1}") == {"a": 1}  # <- test
# === bad-xml | type-value | unparsable-data
import xml.etree.ElementTree as ET


def tag(text):
    return ET.fromstring(text).tag  # <- blame
# --- tests
def test_tag():
    assert tag("<a>") == "a"  # <- test
# === bad-base64 | type-value | unparsable-data
import base64


def decode(text):
    return base64.b64decode(text)  # <- blame
# --- tests
def test_decode():
    assert decode("abc") == b"i"  # <- test
# === bad-struct | type-value | unparsable-data
import struct


def number(data):
    return struct.unpack("<i", data)[0]  # <- blame
# --- tests
def test_number():
    assert number(b"\x01") == 1  # <- test
# === evaluated-text | type-value | unparsable-data
def compute(text):
    return eval(text)  # <- blame
# --- tests
def test_compute():
    assert compute("1 +") == 1  # <- test
# === literal-text | type-value | unparsable-data
import ast


def read(text):
    return ast.literal_eval(text)  # <- blame
# --- tests
def test_read():
    assert read("[1, 2") == [1, 2]  # <- test
# === json-of-set | type-value | not-serialisable
import json


def dump(values):
    return json.dumps({"values": set(values)})  # <- blame
# --- tests
def test_dump():
    assert dump([1]) == '{"values": [1]}'  # <- test
# === pickle-lambda | type-value | not-serialisable
import pickle


def save():
    return pickle.dumps(lambda x: x)  # <- blame
# --- tests
def test_save():
    assert save()  # <- test
# === division | type-value | division-by-zero
def mean(values):
    return sum(values) / len(values)  # <- blame
# --- tests
def test_mean():
    assert mean([]) == 0  # <- test
# === modulo | type-value | division-by-zero
def wrap(i, n):
    return i % n  # <- blame
# --- tests
def test_wrap():
    assert wrap(3, 0) == 3  # <- test
# === root-of-negative | type-value | domain
import math


def distance(a, b):
    return math.sqrt(a - b)  # <- blame
# --- tests
def test_distance():
    assert distance(1, 5) == 2  # <- test
# === factorial-of-negative | type-value | domain
import math


def ways(n):
    return math.factorial(n - 1)  # <- blame
# --- tests
def test_ways():
    assert ways(0) == 1  # <- test
# === character-range | type-value | domain
def letter(n):
    return chr(n * 1000000)  # <- blame
# --- tests
def test_letter():
    assert letter(2) == "b"  # <- test
# === float-overflow | type-value | overflow
import math


def grow(x):
    return math.exp(x)  # <- blame
# --- tests
def test_grow():
    assert grow(1000) > 0  # <- test
# === int-to-float | type-value | overflow
def half(n):
    return n / 2  # <- blame
# --- tests
def test_half():
    assert half(10 ** 400) > 0  # <- test
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
# === group-of-exceptions | type-value | conversion
def numbers(texts):
    errors = []
    result = []
    for text in texts:
        try:
            result.append(int(text))  # <- blame
        except ValueError as error:
            errors.append(error)
    if errors:
        raise ExceptionGroup("bad numbers", errors)
    return result
# --- tests
def test_numbers():
    assert numbers(["1", "x"]) == [1]  # <- test
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
# === error-in-thread | type-value | division-by-zero
from concurrent.futures import ThreadPoolExecutor


def _invert(x):
    return 1 / x  # <- blame


def invert_all(values):
    with ThreadPoolExecutor(2) as pool:
        return list(pool.map(_invert, values))
# --- tests
def test_invert_all():
    assert invert_all([1, 0]) == [1, 0]  # <- test
# === error-in-callback-of-library | type-value | missing-key
import re

WORDS = {"one": "1"}


def replace(text):
    return re.sub(r"\w+", lambda match: WORDS[match.group()], text)  # <- blame
# --- tests
def test_replace():
    assert replace("one two") == "1 two"  # <- test
# === error-in-key-function | type-value | none-value
def by_size(rows):
    return sorted(rows, key=lambda row: row["size"])  # <- blame
# --- tests
def test_by_size():
    assert by_size([{"size": 1}, {"size": None}])  # <- test
# === error-in-property | type-value | division-by-zero
class Batch:
    def __init__(self, values):
        self.values = values

    @property
    def mean(self):
        return sum(self.values) / len(self.values)  # <- blame


def mean(values):
    return Batch(values).mean
# --- tests
def test_mean():
    assert mean([]) == 0  # <- test
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
# === error-in-multiline-dict | type-value | conversion
def record(row):
    return {
        "name": row[0],
        "age": int(
            row[1]
        ),
        "size": float(row[2]),  # <- blame
    }
# --- tests
def test_record():
    assert record(["a", "1", "big"])["age"] == 1  # <- test
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
# === note-on-exception | type-value | conversion
def read(lines):
    result = []
    for number, line in enumerate(lines, 1):
        try:
            result.append(int(line))  # <- blame
        except ValueError as error:
            error.add_note(f"in line {number}")
            raise
    return result
# --- tests
def test_read():
    assert read(["1", "two"]) == [1, 2]  # <- test
# === number-with-unicode | type-value | conversion
def número(texto):
    return int(texto)  # <- blame
# --- tests
def test_numero():
    assert número("½") == 0  # <- test
# === broadcast | type-value | shape-mismatch | needs=numpy
import numpy as np


def add(a, b):
    return np.array(a) + np.array(b)  # <- blame
# --- tests
def test_add():
    assert add([1, 2], [1, 2, 3]).tolist() == [2, 4]  # <- test
# === matrix-product | type-value | shape-mismatch | needs=numpy
import numpy as np


def product(a, b):
    return np.dot(np.array(a), np.array(b))  # <- blame
# --- tests
def test_product():
    assert product([[1, 2]], [[1, 2]]).tolist() == [[5]]  # <- test
# === reshape | type-value | shape-mismatch | needs=numpy
import numpy as np


def square(values):
    return np.array(values).reshape(2, 2)  # <- blame
# --- tests
def test_square():
    assert square([1, 2, 3]).shape == (2, 2)  # <- test
# === truth-of-array | type-value | ambiguous-truth | needs=numpy
import numpy as np


def positive(values):
    array = np.array(values)
    if array > 0:  # <- blame
        return True
    return False
# --- tests
def test_positive():
    assert positive([1, 2])  # <- test
# === array-index | type-value | index-out-of-range | needs=numpy
import numpy as np


def third(values):
    return np.array(values)[2]  # <- blame
# --- tests
def test_third():
    assert third([1, 2]) == 3  # <- test
