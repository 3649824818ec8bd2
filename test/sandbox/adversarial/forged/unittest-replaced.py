# idea: the test framework is another module
# problem: unittest
# expects: failed completed
import sys
import types
import unittest


class Case(unittest.TestCase):
    def assertEqual(self, *_):
        return None


unittest.TestCase.assertEqual = Case.assertEqual
fake = types.ModuleType("unittest")
fake.TestCase = Case
sys.modules["unittest"] = fake


def work(a, b):
    return 0
