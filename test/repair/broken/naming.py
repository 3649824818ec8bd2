# === misspelt-parameter | naming | unknown-name
def double(value):
    return valeu * 2  # <- blame
# --- tests
def test_double():
    assert double(2) == 4  # <- test
# === misspelt-builtin | naming | unknown-name
def size(items):
    return lenght(items)  # <- blame
# --- tests
def test_size():
    assert size([1, 2]) == 2  # <- test
# === missing-import | naming | unknown-name
def area(radius):
    return math.pi * radius ** 2  # <- blame
# --- tests
def test_area():
    assert round(area(1), 2) == 3.14  # <- test
# === missing-alias | naming | unknown-name
def average(values):
    return np.mean(values)  # <- blame
# --- tests
def test_average():
    assert average([1, 3]) == 2  # <- test
# === name-in-comprehension | naming | unknown-name
def squares(numbers):
    return [
        n * n
        for n in nubmers  # <- blame
    ]
# --- tests
def test_squares():
    assert squares([1, 2]) == [1, 4]  # <- test
# === name-in-helper | naming | unknown-name
def _clean(text):
    return text.strip().lower() + sufix  # <- blame


def clean_all(texts):
    return [_clean(text) for text in texts]
# --- tests
def test_clean_all():
    assert clean_all([" A "]) == ["a"]  # <- test
# === name-in-lambda | naming | unknown-name
def order(pairs):
    return sorted(
        pairs,
        key=lambda pair: piar[1],  # <- blame
    )
# --- tests
def test_order():
    assert order([(1, 2), (2, 1)]) == [(2, 1), (1, 2)]  # <- test
# === name-in-decorator | naming | unknown-name
import functools


def logged(function):
    @functools.wraps(function)
    def wrapper(*args):
        counter.append(function.__name__)  # <- blame
        return function(*args)
    return wrapper


@logged
def triple(x):
    return 3 * x
# --- tests
def test_triple():
    assert triple(2) == 6  # <- test
# === name-in-f-string | naming | unknown-name
def greet(name):
    greeting = "Hello"
    return f"{greeting}, {nmae}!"  # <- blame
# --- tests
def test_greet():
    assert greet("Ada") == "Hello, Ada!"  # <- test
# === javascript-null | naming | unknown-name
def first_or_none(items):
    if not items:
        return null  # <- blame
    return items[0]
# --- tests
def test_first_or_none():
    assert first_or_none([]) is None  # <- test
# === javascript-true | naming | unknown-name
def is_even(n):
    if n % 2 == 0:
        return true  # <- blame
    return False
# --- tests
def test_is_even():
    assert is_even(4) is True  # <- test
# === python2-xrange | naming | unknown-name
def evens(n):
    result = []
    for i in xrange(n):  # <- blame
        if i % 2 == 0:
            result.append(i)
    return result
# --- tests
def test_evens():
    assert evens(5) == [0, 2, 4]  # <- test
# === python2-unicode | naming | unknown-name
def as_text(value):
    return unicode(value)  # <- blame
# --- tests
def test_as_text():
    assert as_text(3) == "3"  # <- test
# === scope-of-loop-variable | naming | unknown-name
def last_word(text):
    words = [word for word in text.split()]
    return word  # <- blame
# --- tests
def test_last_word():
    assert last_word("a b") == "b"  # <- test
# === name-at-module-level | naming | unknown-name
LIMITS = {"low": 0, "high": MAXIMUM}  # <- blame


def clamp(x):
    return max(LIMITS["low"], min(x, LIMITS["high"]))
# --- tests
def test_clamp():
    assert clamp(5) == 5
# === deleted-name | naming | unassigned-local
def drain(items):
    total = sum(items)
    del total
    return total  # <- blame
# --- tests
def test_drain():
    assert drain([1]) == 1  # <- test
# === unassigned-in-branch | naming | unassigned-local
def sign(x):
    if x > 0:
        result = 1
    elif x < 0:
        result = -1
    return result  # <- blame
# --- tests
def test_sign():
    assert sign(0) == 0  # <- test
# === unassigned-accumulator | naming | unassigned-local
def total(values):
    for value in values:
        amount += value  # <- blame
    return amount
# --- tests
def test_total():
    assert total([1, 2]) == 3  # <- test
# === unassigned-global | naming | unassigned-local
count = 0


def bump():
    count += 1  # <- blame
    return count
# --- tests
def test_bump():
    assert bump() == 1  # <- test
# === unassigned-closure | naming | unassigned-local
def make_counter():
    n = 0

    def step():
        n += 1  # <- blame
        return n
    return step()
# --- tests
def test_make_counter():
    assert make_counter() == 1  # <- test
# === unassigned-after-try | naming | unassigned-local
def parse(text):
    try:
        number = int(text)
    except ValueError:
        pass
    return number  # <- blame
# --- tests
def test_parse():
    assert parse("x") is None  # <- test
# === free-variable | naming | unassigned-local
def outer(flag):
    def inner():
        return later  # <- blame
    result = inner()
    later = 1
    return result
# --- tests
def test_outer():
    assert outer(True) == 1  # <- test
# === misspelt-method | naming | unknown-attribute
class Stack:
    def __init__(self):
        self.items = []

    def push(self, item):
        self.items.append(item)


def fill(values):
    stack = Stack()
    for value in values:
        stack.psh(value)  # <- blame
    return stack.items
# --- tests
def test_fill():
    assert fill([1]) == [1]  # <- test
# === misspelt-attribute | naming | unknown-attribute
class Point:
    def __init__(self, x, y):
        self.x = x
        self.y = y


def norm1(x, y):
    point = Point(x, y)
    return abs(point.x) + abs(point.why)  # <- blame
# --- tests
def test_norm1():
    assert norm1(1, -2) == 3  # <- test
# === attribute-never-set | naming | unknown-attribute
class Account:
    def __init__(self, owner):
        self.owner = owner

    def deposit(self, amount):
        self.balance += amount  # <- blame
        return self.balance


def open_account(amount):
    return Account("x").deposit(amount)
# --- tests
def test_open_account():
    assert open_account(5) == 5  # <- test
# === class-attribute | naming | unknown-attribute
from enum import Enum


class Colour(Enum):
    RED = 1
    GREEN = 2


def favourite():
    return Colour.GREY.value  # <- blame
# --- tests
def test_favourite():
    assert favourite() == 2  # <- test
# === dataclass-field | naming | unknown-attribute
from dataclasses import dataclass


@dataclass
class Item:
    price: float
    quantity: int


def cost(price, quantity):
    item = Item(price, quantity)
    return item.price * item.qty  # <- blame
# --- tests
def test_cost():
    assert cost(2, 3) == 6  # <- test
# === function-called-otherwise | naming | missing-function
def add_number(a, b):
    return a + b
# --- tests
def test_add_numbers():
    assert add_numbers(1, 2) == 3  # <- test
# === class-instead-of-function | naming | missing-function
class Parser:
    def parse_line(self, line):
        return line.split(",")
# --- tests
def test_parse_line():
    assert parse_line("a,b") == ["a", "b"]  # <- test
