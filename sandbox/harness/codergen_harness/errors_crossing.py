"""Exceptions as data: class by name along its bases, arguments, message, attributes, place in the program."""

from __future__ import annotations

import builtins
import sys

from . import faults
from .decode import BadData

_MAX_BASES = 20
_MAX_ATTRIBUTES = 30


def names_of(cls: type) -> list[list[str]]:
    """Module and qualified name of a class and its bases, nearest first, without `object`."""
    mro = type.__dict__["__mro__"].__get__(cls)
    return [[faults.safe_text(base.__module__, 200), str(base.__qualname__)] for base in mro[:-1][:_MAX_BASES]]


def encode_error(encoder, error: BaseException) -> list:
    """Plain data for an exception."""
    held = encoder.items(list(BaseException.args.__get__(error)))
    attributes = {}
    for name, value in list(vars(error).items())[:_MAX_ATTRIBUTES]:
        if not name.startswith("_"):
            attributes[name] = encoder.value(value)
    return ["exc", names_of(type(error)), held, faults.safe_text(error), attributes]


def known_class(module: object, name: object) -> type | None:
    """A class of the interpreter or of a library that is loaded here; nothing is imported or evaluated."""
    if type(module) is not str or type(name) is not str:
        raise BadData("not a name")
    found: object = builtins if module == "builtins" else sys.modules.get(module)
    for part in name.split("."):
        found = vars(found).get(part) if hasattr(found, "__dict__") else None
    is_plain = isinstance(found, type) and type(found).__module__ in ("builtins", "abc", "enum", "typing")
    return found if is_plain else None


class ErrorClasses:
    """The grader's classes for exceptions that only the candidate has, one for each name."""

    def __init__(self) -> None:
        self._made: dict[tuple[str, str], type] = {}

    def class_for(self, names: object) -> type | None:
        """The exception class with these names; None when they are no exception's."""
        if type(names) is not list or not names or len(names) > _MAX_BASES:
            return None
        module, name = names[0]
        known = known_class(module, name)
        if known is not None:
            return known if issubclass(known, BaseException) else None
        key = (module, name)
        if key not in self._made:
            base = self.class_for(names[1:])
            if base is None:
                return None
            self._made[key] = type(name.rpartition(".")[2], (base,), {"__module__": module, "__str__": _message_of})
        return self._made[key]

    def decode(self, decoder, names, arguments, message, attributes) -> BaseException:
        """The exception again; one whose class is unknown here is a plain `Exception` with its message."""
        cls = self.class_for(names) or Exception
        held = tuple(decoder.items(arguments))
        try:
            error = cls.__new__(cls, *held)
        except Exception:  # noqa: BLE001 - some classes want other arguments
            error = Exception.__new__(Exception, str(message))
        error.args = held
        if type(attributes) is not dict:
            raise BadData("attributes without names")
        for name, value in attributes.items():
            _set(error, name, decoder.value(value))
        error.__dict__["_codergen_message"] = str(message)
        return error


def _set(error: BaseException, name: str, value: object) -> None:
    if not name.startswith("_codergen"):
        error.__dict__[name] = value


def _message_of(error: BaseException) -> str:
    return error.__dict__.get("_codergen_message", "")
