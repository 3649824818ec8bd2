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
