# === unknown-module | import | missing-module
import statistix  # <- blame


def middle(values):
    return statistix.median(values)
# --- tests
def test_middle():
    assert middle([1, 2, 3]) == 2
# === unknown-submodule | import | missing-module
import json.parser  # <- blame


def read(text):
    return json.loads(text)
# --- tests
def test_read():
    assert read("1") == 1
# === module-imported-in-function | import | missing-module
def load(text):
    import yamll  # <- blame
    return yamll.load(text)
# --- tests
def test_load():
    assert load("a: 1") == {"a": 1}  # <- test
# === submodule-of-no-package | import | missing-module
from math.vectors import dot  # <- blame


def product(a, b):
    return dot(a, b)
# --- tests
def test_product():
    assert product([1], [2]) == 2
# === python2-module | import | missing-module
from StringIO import StringIO  # <- blame


def lines(text):
    return StringIO(text).readlines()
# --- tests
def test_lines():
    assert lines("a") == ["a"]
# === removed-module | import | missing-module
import urllib2  # <- blame


def quote(text):
    return urllib2.quote(text)
# --- tests
def test_quote():
    assert quote("a b") == "a%20b"
# === unknown-import-name | import | missing-import-name
from collections import OrderedSet  # <- blame


def unique(values):
    return list(OrderedSet(values))
# --- tests
def test_unique():
    assert unique([1, 1]) == [1]
# === moved-import-name | import | missing-import-name
from collections import Mapping  # <- blame


def is_mapping(value):
    return isinstance(value, Mapping)
# --- tests
def test_is_mapping():
    assert is_mapping({})
# === import-list-of-many-lines | import | missing-import-name
from itertools import (  # <- blame
    chain,
    flatten,
)


def flat(lists):
    return list(flatten(lists))
# --- tests
def test_flat():
    assert flat([[1]]) == [1]
# === import-name-in-function | import | missing-import-name
def pause(seconds):
    from time import sleeep  # <- blame
    sleeep(seconds)
    return True
# --- tests
def test_pause():
    assert pause(0)  # <- test
# === relative-import | import | relative-import
from . import helpers  # <- blame


def work(x):
    return helpers.work(x)
# --- tests
def test_work():
    assert work(1) == 1
# === relative-import-of-name | import | relative-import
def work(x):
    from .helpers import compute  # <- blame
    return compute(x)
# --- tests
def test_work():
    assert work(1) == 1  # <- test
