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
