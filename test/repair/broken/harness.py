# === tests-skip | harness | skipped
def double(x):
    return x * 2
# --- tests
import unittest


def test_double():
    raise unittest.SkipTest("not today")
# === tests-without-assertion | harness | no-assertion-executed
def double(x):
    return x * 2
# --- tests
def test_double():
    double(2)
# === tests-are-no-python | harness | test-setup
def double(x):
    return x * 2
# --- tests
def test_double(:
    assert double(2) == 4
# === tests-import-what-is-not-there | harness | test-setup
def double(x):
    return x * 2
# --- tests
import no_such_test_tool


def test_double():
    assert double(2) == 4
