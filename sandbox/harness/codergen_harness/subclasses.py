"""Instances of subclasses of built-in types: named tuples, dataclasses, and plain bases of honest subclasses.

A subclass that redefines how it compares, hashes, counts or iterates has no plain form: its instances cross
as handles, which are equal to nothing but themselves.
"""

from __future__ import annotations

from . import library_values

_LIES = frozenset(
    "__eq__ __ne__ __lt__ __le__ __gt__ __ge__ __hash__ __bool__ __len__ __iter__ __contains__ __getitem__ "
    "__float__ __int__ __index__ __sub__ __rsub__ __abs__ __round__ __missing__".split()
)
_PLAIN = {
    int: int.__int__,
    float: float.__float__,
    complex: lambda value: complex.__add__(value, 0j),
    str: str.__str__,
    bytes: lambda value: bytes.__getitem__(value, slice(None)),
    list: list.copy,
    tuple: lambda value: tuple.__getitem__(value, slice(None)),
    dict: lambda value: dict(dict.items(value)),
    set: lambda value: set(set.__iter__(value)),
    frozenset: lambda value: frozenset(frozenset.__iter__(value)),
}


def as_base(encoder, value: object, kind: type) -> object:
    """Plain data for an instance of a subclass; None when there is none."""
    mro = type.__dict__["__mro__"].__get__(kind)
    base = next((cls for cls in mro if cls in _PLAIN), None)
    if base is None:
        encode = None if _LIES & set(kind.__dict__) else library_values.base_encoder(mro)
        return _dataclass(encoder, value, kind) if encode is None else encode(encoder, value)
    own = mro[: mro.index(base)]
    if any(_LIES & set(cls.__dict__) for cls in own):
        return None
    if base is tuple and _is_named_tuple(own[-1]):
        names = list(own[-1].__dict__["_fields"])
        return ["nt", str(kind.__module__), kind.__qualname__, names, encoder.items(_PLAIN[tuple](value))]
    return encoder.value(_PLAIN[base](value))


def _is_named_tuple(made: type) -> bool:
    fields = made.__dict__.get("_fields")
    return type(fields) is tuple and all(type(name) is str for name in fields)


def _dataclass(encoder, value: object, kind: type) -> object:
    """An object of a dataclass whose comparison `dataclass` wrote: its fields, and a handle for the rest."""
    fields = kind.__dict__.get("__dataclass_fields__")
    if type(fields) is not dict or not all(type(name) is str for name in fields):
        return None
    code = getattr(kind.__dict__.get("__eq__"), "__code__", None)
    if code is None or code.co_filename != "<string>":
        return None
    try:
        held = [object.__getattribute__(value, name) for name in fields]
    except AttributeError:
        return None
    handle = encoder.foreign(value)
    encoder.number(value)
    return ["dc", handle, list(fields), encoder.items(held)]
