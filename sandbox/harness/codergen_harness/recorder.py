"""What happened in a case: which assertions were executed, what they compared, what was tampered with."""

from __future__ import annotations

import builtins
import sys
import types

from . import faults
from .instrument import CALL, DONE, EQUAL, MARK

_VALUE_CHARS = 300
_BUILTINS = ("isinstance", "issubclass", "len", "abs", "all", "any", "sorted", "sum", "type", "hasattr", "round",
             "set", "list", "dict", "tuple", "str", "int", "float", "bool", "AssertionError")
#: Module attributes that decide whether an assertion holds.
_WATCHED = {
    "builtins": _BUILTINS,
    "math": ("isclose", "isnan"),
    "pytest": ("raises", "approx", "fail", "warns"),
    "numpy.testing": None,
    "torch.testing": None,
    "pandas.testing": None,
    "numpy": ("allclose", "array_equal", "isclose"),
}


class _Unknown:
    """Equal to nothing that is honest."""


class Watch:
    """Remembers the functions that decide assertions as they were before any code of the program ran."""

    def __init__(self) -> None:
        self._saved: list[tuple[dict, str, object]] = []
        for module_name, names in _WATCHED.items():
            module = builtins if module_name == "builtins" else sys.modules.get(module_name)
            if module is not None:
                wanted = names or [name for name in vars(module) if name.startswith("assert")]
                self._save(vars(module), wanted)
        unittest_case = sys.modules.get("unittest.case")
        if unittest_case is not None:
            methods = vars(unittest_case.TestCase)
            self._save(methods, [name for name in methods if name.startswith(("assert", "fail", "_base"))])

    def _save(self, namespace, names) -> None:
        self._saved += [(namespace, name, namespace[name]) for name in names if name in namespace]

    def changed(self) -> str | None:
        """Name of the first function that is not what it was, if any."""
        for namespace, name, value in self._saved:
            if namespace.get(name) is not value:
                return name
        return None


class Recorder:
    """The hooks of one case."""

    def __init__(self, watch: Watch, file_name: str, first_test_line: int) -> None:
        self.executed: set[int] = set()
        self.after_fault_only = True
        self.tampered: str | None = None
        self.compared = ""
        self._watch = watch
        self._file_name = file_name
        self._first_test_line = first_test_line

    def hooks(self) -> dict[str, object]:
        """The functions that `instrument.bind` puts in place of the placeholders."""
        return {DONE: self._done, MARK: self._mark, CALL: self._call, EQUAL: self._equal}

    def _mark(self, site: int) -> None:
        self.executed.add(site)
        if not faults.is_environment_fault(sys.exc_info()[1]):
            self.after_fault_only = False
        changed = self._watch.changed()
        if changed is not None and self.tampered is None:
            self.tampered = f"{changed} was replaced while the program ran"

    def _done(self, site: int, value: object) -> object:
        self._mark(site)
        return value

    def _call(self, site: int, function):
        def marked(*arguments, **named):
            self._mark(site)
            return function(*arguments, **named)

        return marked

    def _equal(self, left: object, right: object) -> object:
        result = left == right
        if result is True:
            for value in (left, right):
                if self._is_equal_to_anything(value):
                    self.tampered = f"{type(value).__name__}.__eq__ says that it equals everything"
        elif type(result).__name__ in ("bool", "bool_") and not result:
            self.compared = f"{_short(left)} == {_short(right)} is false"
        return result

    def _is_equal_to_anything(self, value: object) -> bool:
        """For classes made by the function's code: whether `==` is true for a value it cannot know."""
        equal = getattr(type(value), "__eq__", None)
        if not isinstance(equal, types.FunctionType):
            return False
        code = equal.__code__
        in_tests = code.co_filename == self._file_name and code.co_firstlineno >= self._first_test_line
        if in_tests or not (code.co_filename == self._file_name or code.co_filename.startswith("<")):
            return False
        try:
            return (value == _Unknown()) is True
        except Exception:
            return False


def _short(value: object) -> str:
    try:
        text = repr(value)
    except BaseException as error:  # noqa: BLE001
        return f"<repr() raised {type(error).__name__}>"
    return text if len(text) <= _VALUE_CHARS else text[:_VALUE_CHARS] + "…"
