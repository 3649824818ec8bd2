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
