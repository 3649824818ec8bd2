"""From a value to plain data (JSON), by the exact type and never by what an object says of itself.

Scalars stand for themselves; everything else is `[tag, …]`. Mutable containers are numbered in the order
in which they are met, so that shared and cyclic structure, an argument that comes back as the result, and
changes made in place all survive. What has no plain form is given to `foreign`, which makes a handle or
raises `CannotCross`.
"""

from __future__ import annotations

from typing import Callable

from . import library_values, standard_values
from .subclasses import as_base

_SCALARS = {str, float, bool, type(None)}
_WIDE = 1 << 4_000


class CannotCross(Exception):
    """The value has no plain form and no handle may stand for it."""


class Encoder:
    """Encodes the values of one message; `known` are the numbered containers of the message it answers."""

    def __init__(self, foreign: Callable[["Encoder", object], list], known: list | None = None) -> None:
        self._foreign = foreign
        self.numbered: list = list(known or ())
        self._numbers = {id(value): number for number, value in enumerate(self.numbered)}

    def value(self, value: object) -> object:
        """Plain data for `value`."""
        kind = type(value)
        if kind in _SCALARS:
            return value
        if kind is int:
            return value if -_WIDE < value < _WIDE else ["i", hex(value)]
        number = self._numbers.get(id(value))
        if number is not None:
            return ["r", number]
        encode = _ENCODERS.get(kind) or _encoder_by_name(kind)
        if encode is not None:
            return encode(self, value)
        base = as_base(self, value, kind)
        return self.foreign(value) if base is None else base

    def foreign(self, value: object) -> list:
        """What stands for a value without a plain form."""
        return self._foreign(self, value)

    def items(self, values: list) -> list:
        """Plain data for each of `values`; at once when all are scalars or whole numbers."""
        kinds = set(map(type, values))
        if kinds <= _SCALARS:
            return list(values)
        if kinds == {int} and -_WIDE < min(values) and max(values) < _WIDE:
            return list(values)
        return [self.value(item) for item in values]

    def number(self, value: object) -> None:
        """Give a mutable value the next number."""
        self._numbers[id(value)] = len(self.numbered)
        self.numbered.append(value)

    def content(self, value: object) -> object:
        """What a numbered container holds now, for carrying changes back; None when it has no content."""
        encode = _ENCODERS.get(type(value)) or _encoder_by_name(type(value))
        self.numbered.append(value)  # the decoder numbers the container it fills the old one from
        return None if encode is None else encode(_Unnumbered(self), value)


class _Unnumbered:
    """An encoder for the content of a container that has its number already."""

    def __init__(self, encoder: Encoder) -> None:
        self.value, self.items, self.foreign = encoder.value, encoder.items, encoder.foreign

    def number(self, value: object) -> None:
        pass


def _encoder_by_name(kind: type):
    module = kind.__module__
    if type(module) is not str:
        return None
    name = f"{module}.{kind.__qualname__}"
    found = standard_values.ENCODE.get(name) or library_values.ENCODE.get(name)
    return found or library_values.scalar_encoder(kind, module)


def _numbered(tag: str, pieces):
    def encode(encoder, value) -> list:
        encoder.number(value)
        return [tag, *pieces(encoder, value)]

    return encode


def _pairs(encoder, value: dict) -> list:
    return [encoder.items(list(value.keys())), encoder.items(list(value.values()))]


def _class(encoder, value: type) -> object:
    if value.__module__ == "builtins":
        return ["type", "builtins", value.__name__]
    return encoder.foreign(value)


_ENCODERS = {
    list: _numbered("l", lambda encoder, value: [encoder.items(value)]),
    dict: _numbered("d", _pairs),
    set: _numbered("s", lambda encoder, value: [encoder.items(list(value))]),
    bytearray: _numbered("ba", lambda encoder, value: [value.hex()]),
    tuple: lambda encoder, value: ["t", encoder.items(value)],
    frozenset: lambda encoder, value: ["fs", encoder.items(list(value))],
    bytes: lambda encoder, value: ["b", value.hex()],
    complex: lambda encoder, value: ["c", value.real, value.imag],
    range: lambda encoder, value: ["range", *map(encoder.value, (value.start, value.stop, value.step))],
    slice: lambda encoder, value: ["slice", *map(encoder.value, (value.start, value.stop, value.step))],
    type(...): lambda encoder, value: ["..."],
    type(NotImplemented): lambda encoder, value: ["notimplemented"],
    memoryview: lambda encoder, value: ["b", value.tobytes().hex()],
    type({}.keys()): lambda encoder, value: ["keys", encoder.items(list(value))],
    type({}.values()): lambda encoder, value: ["values", encoder.items(list(value))],
    type({}.items()): lambda encoder, value: ["pairs", encoder.items(list(value))],
    type: _class,
}
