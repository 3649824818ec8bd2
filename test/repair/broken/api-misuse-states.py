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
