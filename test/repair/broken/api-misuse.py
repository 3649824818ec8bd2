# === list-push | api-misuse | unknown-member
def collect(n):
    result = []
    for i in range(n):
        result.push(i)  # <- blame
    return result
# --- tests
def test_collect():
    assert collect(2) == [0, 1]  # <- test
# === string-contains | api-misuse | unknown-member
def has_a(text):
    return text.contains("a")  # <- blame
# --- tests
def test_has_a():
    assert has_a("cat")  # <- test
# === dict-has-key | api-misuse | unknown-member
def known(table, key):
    if table.has_key(key):  # <- blame
        return table[key]
    return None
# --- tests
def test_known():
    assert known({"a": 1}, "a") == 1  # <- test
# === chained-call-over-lines | api-misuse | unknown-member
def tidy(text):
    return (
        text
        .strip()
        .trim_end()  # <- blame
        .lower()
    )
# --- tests
def test_tidy():
    assert tidy(" A ") == "a"  # <- test
# === module-function-misspelt | api-misuse | unknown-member
import math


def root(x):
    return math.squareroot(x)  # <- blame
# --- tests
def test_root():
    assert root(4) == 2  # <- test
# === json-parse | api-misuse | unknown-member
import json


def read(text):
    return json.parse(text)  # <- blame
# --- tests
def test_read():
    assert read("[1]") == [1]  # <- test
# === time-clock | api-misuse | unknown-member
import time


def elapsed():
    start = time.clock()  # <- blame
    return time.clock() - start >= 0
# --- tests
def test_elapsed():
    assert elapsed()  # <- test
# === datetime-module-for-class | api-misuse | unknown-member
import datetime


def year(text):
    return datetime.strptime(text, "%Y-%m-%d").year  # <- blame
# --- tests
def test_year():
    assert year("2020-01-02") == 2020  # <- test
# === regex-match-none-safe | type-value | none-value
import re


def first_number(text):
    return int(re.search(r"\d+", text).group())  # <- blame
# --- tests
def test_first_number():
    assert first_number("no digits") is None  # <- test
# === tuple-append | api-misuse | unknown-member
def extend(pair, item):
    pair.append(item)  # <- blame
    return pair
# --- tests
def test_extend():
    assert extend((1, 2), 3) == (1, 2, 3)  # <- test
# === member-in-helper-of-class | api-misuse | unknown-member
class Log:
    def __init__(self):
        self.lines = []

    def write(self, text):
        self.lines.add(text)  # <- blame


def log_all(texts):
    log = Log()
    for text in texts:
        log.write(text)
    return log.lines
# --- tests
def test_log_all():
    assert log_all(["a"]) == ["a"]  # <- test
# === path-member | api-misuse | unknown-member
from pathlib import Path


def extension(name):
    return Path(name).extension  # <- blame
# --- tests
def test_extension():
    assert extension("a.txt") == ".txt"  # <- test
# === counter-member | api-misuse | unknown-member
from collections import Counter


def top(words):
    return Counter(words).most_frequent(1)[0][0]  # <- blame
# --- tests
def test_top():
    assert top(["a", "a", "b"]) == "a"  # <- test
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
# === abstract | api-misuse | abstract-class
from abc import ABC, abstractmethod


class Shape(ABC):
    @abstractmethod
    def area(self):
        ...


class Square(Shape):
    def __init__(self, side):
        self.side = side


def area(side):
    return Square(side).area()  # <- blame
# --- tests
def test_area():
    assert area(2) == 4  # <- test
# === closed-file | api-misuse | wrong-state
import io


def read_all(text):
    with io.StringIO(text) as stream:
        pass
    return stream.read()  # <- blame
# --- tests
def test_read_all():
    assert read_all("a") == "a"  # <- test
# === thread-twice | api-misuse | wrong-state
import threading


def run_twice():
    thread = threading.Thread(target=int)
    thread.start()
    thread.join()
    thread.start()  # <- blame
    return True
# --- tests
def test_run_twice():
    assert run_twice()  # <- test
# === closed-database | api-misuse | wrong-state
import sqlite3


def one():
    connection = sqlite3.connect(":memory:")
    connection.close()
    return connection.execute("select 1").fetchone()[0]  # <- blame
# --- tests
def test_one():
    assert one() == 1  # <- test
# === no-such-table | api-misuse | database-error
import sqlite3


def rows():
    connection = sqlite3.connect(":memory:")
    connection.execute("create table item (name text)")
    return connection.execute(  # <- blame
        "select name from items"
    ).fetchall()
# --- tests
def test_rows():
    assert rows() == []  # <- test
# === bad-pattern | api-misuse | invalid-pattern
import re


def words(text):
    return re.findall(r"(\w+", text)  # <- blame
# --- tests
def test_words():
    assert words("a b") == ["a", "b"]  # <- test
# === repeated-repeat | api-misuse | invalid-pattern
import re

PATTERN = re.compile("*.txt")  # <- blame


def is_text(name):
    return bool(PATTERN.match(name))
# --- tests
def test_is_text():
    assert is_text("a.txt")
# === coroutine-not-awaited | api-misuse | not-awaited
import asyncio


async def _fetch():
    await asyncio.sleep(0)
    return [1, 2]


def total():
    return sum(_fetch())  # <- blame
# --- tests
def test_total():
    assert total() == 3  # <- test
# === coroutine-indexed | api-misuse | not-awaited
async def _pair():
    return (1, 2)


async def _first():
    pair = _pair()
    return pair[0]  # <- blame


def first():
    import asyncio
    return asyncio.run(_first())
# --- tests
def test_first():
    assert first() == 1  # <- test
# === nested-event-loop | api-misuse | event-loop
import asyncio


async def _inner():
    return 1


async def _outer():
    return asyncio.run(_inner())  # <- blame


def value():
    return asyncio.run(_outer())
# --- tests
def test_value():
    assert value() == 1  # <- test
# === deprecation-made-error | api-misuse | deprecated
import warnings


def _old(x):
    warnings.warn("use new() instead of old()", DeprecationWarning, stacklevel=2)  # <- blame
    return x


def work(x):
    warnings.simplefilter("error", DeprecationWarning)
    return _old(x)
# --- tests
def test_work():
    assert work(1) == 1  # <- test
# === command-fails | api-misuse | command-failed
import subprocess
import sys


def answer():
    done = subprocess.run(  # <- blame
        [sys.executable, "-c", "raise SystemExit(3)"],
        check=True,
        capture_output=True,
    )
    return done.stdout
# --- tests
def test_answer():
    assert answer() == b""  # <- test
# === null-pointer | api-misuse | native-crash
import ctypes


def peek():
    return ctypes.string_at(0)  # <- blame
# --- tests
def test_peek():
    assert peek() == b""
# === abort | api-misuse | native-crash
import os


def stop():
    os.abort()  # <- blame
# --- tests
def test_stop():
    assert stop() is None
# === own-signal | api-misuse | native-crash
import os
import signal


def work():
    os.kill(os.getpid(), signal.SIGSEGV)  # <- blame
    return 1
# --- tests
def test_work():
    assert work() == 1
# === csv-writer | api-misuse | unknown-member
import csv
import io


def line(values):
    stream = io.StringIO()
    csv.writer(stream).write(values)  # <- blame
    return stream.getvalue()
# --- tests
def test_line():
    assert line([1]) == "1\r\n"  # <- test
# === numpy-removed-alias | api-misuse | unknown-member | needs=numpy
import numpy as np


def as_floats(values):
    return np.array(values, dtype=np.float)  # <- blame
# --- tests
def test_as_floats():
    assert as_floats([1]).tolist() == [1.0]  # <- test
# === numpy-member | api-misuse | unknown-member | needs=numpy
import numpy as np


def total(values):
    return np.array(values).total()  # <- blame
# --- tests
def test_total():
    assert total([1, 2]) == 3  # <- test
# === numpy-keyword | api-misuse | wrong-argument | needs=numpy
import numpy as np


def column_means(rows):
    return np.mean(np.array(rows), dim=0)  # <- blame
# --- tests
def test_column_means():
    assert column_means([[1, 2]]).tolist() == [1, 2]  # <- test
