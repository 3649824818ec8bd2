"""From plain data to a value. Every byte may be hostile: only the types named here are ever made.

No pickle, no eval, no import of what the data names, no attribute looked up by it. Whatever is not as it
should be raises `BadData`.
"""

from __future__ import annotations

from typing import Callable

from . import library_values, standard_values

_MAX_DEPTH = 900
_MAX_HEX_DIGITS = 1 << 24


class BadData(Exception):
    """What arrived is not what an encoder makes."""


class Decoder:
    """Decodes the values of one message; `known` are the numbered containers it may refer to."""

    def __init__(self, foreign: dict[str, Callable], known: list | None = None) -> None:
        self._known: list = list(known or ())
        self._foreign = foreign
        self._depth = 0

    @property
    def known(self) -> list:
        """The numbered containers so far."""
        return self._known

    def value(self, data: object) -> object:
        """The value that `data` stands for."""
        if type(data) is not list:
            if type(data) is dict:
                raise BadData("a bare object")
            return data
        if not data or type(data[0]) is not str:
            raise BadData("a list without a tag")
        decode = _DECODERS.get(data[0]) or self._foreign.get(data[0])
        if decode is None:
            raise BadData(f"an unknown tag {data[0][:40]!r}")
        self._depth += 1
        if self._depth > _MAX_DEPTH:
            raise BadData("nested too deeply")
        try:
            return decode(self, *data[1:])
        finally:
            self._depth -= 1

    def items(self, data: object) -> list:
        """The values of a list of plain data."""
        if type(data) is not list:
            raise BadData("not a list")
        if list not in set(map(type, data)) and dict not in set(map(type, data)):
            return data
        return [self.value(item) for item in data]

    def numbered(self, made: object) -> object:
        """Give a mutable value the next number."""
        self._known.append(made)
        return made

    def reserve(self) -> int:
        """The next number, for a value that is made after what it holds."""
        self._known.append(None)
        return len(self._known) - 1

    def replace(self, number: int, made: object) -> None:
        """Put the value in the place reserved for it."""
        self._known[number] = made

    def refill(self, number: object, data: object) -> None:
        """Change a container in place to what it holds on the other side now."""
        if type(number) is not int or not 0 <= number < len(self._known):
            raise BadData("a reference to nothing")
        target = self._known[number]
        source = self.value(data)
        if type(source) is not type(target):
            raise BadData("a container became another kind")
        _refill(target, source)


def _refill(target, source) -> None:
    name = type(target).__name__
    if isinstance(target, (list, bytearray)) or name == "array":
        target[:] = source
    elif isinstance(target, (dict, set)):
        target.clear()
        target.update(source)
    elif name == "deque":
        target.clear()
        target.extend(source)
    elif name == "SimpleNamespace":
        vars(target).clear()
        vars(target).update(vars(source))
    elif name == "ndarray" and target.shape == source.shape and target.dtype == source.dtype:
        target[...] = source
    elif name == "Tensor" and target.shape == source.shape and target.dtype == source.dtype:
        target.data.copy_(source.data)
    elif name == "DataFrame":
        target._update_inplace(source)
    else:
        raise BadData("a container that cannot be changed in place")


def _reference(decoder, number):
    if type(number) is not int or not 0 <= number < len(decoder.known):
        raise BadData("a reference to nothing")
    return decoder.known[number]


def _list(decoder, items):
    made = decoder.numbered([])
    made.extend(decoder.items(items))
    return made


def _dict(decoder, keys, values):
    made = decoder.numbered({})
    keys, values = decoder.items(keys), decoder.items(values)
    if len(keys) != len(values):
        raise BadData("keys without values")
    made.update(zip(keys, values))
    return made


def _set(decoder, items):
    made = decoder.numbered(set())
    made.update(decoder.items(items))
    return made


def _integer(decoder, text):
    if type(text) is not str or len(text) > _MAX_HEX_DIGITS:
        raise BadData("not a number")
    return int(text, 16)


def _range(decoder, start, stop, step):
    return range(decoder.value(start), decoder.value(stop), decoder.value(step))


def _complex(decoder, real, imaginary):
    return complex(float(real), float(imaginary))


_DECODERS = {
    "r": _reference,
    "i": _integer,
    "l": _list,
    "d": _dict,
    "s": _set,
    "t": lambda decoder, items: tuple(decoder.items(items)),
    "fs": lambda decoder, items: frozenset(decoder.items(items)),
    "b": lambda decoder, text: bytes.fromhex(text),
    "ba": lambda decoder, text: decoder.numbered(bytearray.fromhex(text)),
    "c": _complex,
    "range": _range,
    "slice": lambda decoder, *parts: slice(*map(decoder.value, parts)),
    "...": lambda decoder: ...,
    "notimplemented": lambda decoder: NotImplemented,
    "keys": lambda decoder, items: dict.fromkeys(decoder.items(items)).keys(),
    "values": lambda decoder, items: dict(enumerate(decoder.items(items))).values(),
    "pairs": lambda decoder, items: dict(decoder.items(items)).items(),
    **standard_values.DECODE,
    **library_values.DECODE,
}
