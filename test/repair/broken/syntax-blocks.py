# === missing-colon-def | syntax | missing-colon | line=1
def add(a, b)
    return a + b
# --- tests
def test_add():
    assert add(1, 2) == 3

# === missing-colon-if | syntax | missing-colon | line=2
def sign(x):
    if x < 0
        return -1
    return 1
# --- tests
def test_sign():
    assert sign(-2) == -1

# === missing-colon-else | syntax | missing-colon | line=4
def sign(x):
    if x < 0:
        return -1
    else
        return 1
# --- tests
def test_sign():
    assert sign(-2) == -1

# === missing-colon-for | syntax | missing-colon | line=3
def total(values):
    result = 0
    for value in values
        result += value
    return result
# --- tests
def test_total():
    assert total([1]) == 1

# === missing-colon-class | syntax | missing-colon | line=1
class Box
    pass


def box():
    return Box()
# --- tests
def test_box():
    assert box() is not None

# === missing-body | syntax | indentation | line=2
def nothing():
return None
# --- tests
def test_nothing():
    assert nothing() is None

# === unexpected-indent | syntax | indentation | line=3
def add(a, b):
    c = a + b
      return c
# --- tests
def test_add():
    assert add(1, 2) == 3

# === unindent | syntax | indentation | line=4
def pick(x):
    if x:
        y = 1
      return y
    return 0
# --- tests
def test_pick():
    assert pick(1) == 1

# === tabs-and-blanks | syntax | indentation | line=3
def pick(x):
    if x:
	return 1
    return 0
# --- tests
def test_pick():
    assert pick(1) == 1

# === empty-loop | syntax | indentation | line=3
def wait(n):
    for _ in range(n):
    return n
# --- tests
def test_wait():
    assert wait(2) == 2

# === return-outside | syntax | misplaced-statement | line=5
def half(x):
    y = x / 2


return y
# --- tests
def test_half():
    assert half(2) == 1

# === break-outside | syntax | misplaced-statement | line=3
def first(values):
    if values:
        break
    return None
# --- tests
def test_first():
    assert first([]) is None

# === continue-outside | syntax | misplaced-statement | line=2
def skip(x):
    continue
# --- tests
def test_skip():
    assert skip(1) is None

# === await-outside | syntax | misplaced-statement | line=5
import asyncio


def wait():
    await asyncio.sleep(0)
    return 1
# --- tests
def test_wait():
    assert wait() == 1

# === late-future | syntax | misplaced-statement | line=2
import math
from __future__ import annotations


def root(x: float) -> float:
    return math.sqrt(x)
# --- tests
def test_root():
    assert root(4) == 2

# === nonlocal-at-top | syntax | misplaced-statement | line=2
def count():
    nonlocal n
    n = 1
    return n
# --- tests
def test_count():
    assert count() == 1

# === else-if | syntax | missing-colon | line=4
def sign(x):
    if x > 0:
        return 1
    else if x < 0:
        return -1
    return 0
# --- tests
def test_sign():
    assert sign(1) == 1

# === arrow-without-type | syntax | missing-colon | line=1
def one() ->:
    return 1
# --- tests
def test_one():
    assert one() == 1
