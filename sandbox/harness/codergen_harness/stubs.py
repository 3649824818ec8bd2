"""Stand-ins for the function under test: a case that still passes with one of them notices nothing."""

from __future__ import annotations

import sys
import types

from . import faults

_CONSTANTS = {
    "builtins.bool": [True, False],
    "builtins.int": [0, 1, -1],
    "builtins.float": [0.0, 1.0],
    "builtins.complex": [0j],
    "builtins.str": ["", "a"],
    "builtins.bytes": [b""],
}
_ARRAY_FILLS = ("zeros", "ones")


class StubError(Exception):
    """Raised by the stub that raises."""


class FirstReturn:
    """Notes what the function's first return value looked like, then puts the function back."""

    def __init__(self, namespace: dict, name: str) -> None:
        self.shape: dict | None = None
        original = namespace.get(name)
        if not isinstance(original, types.FunctionType):
            return

        def noting(*arguments, **named):
            namespace[name] = original
            try:
                value = original(*arguments, **named)
            except BaseException:
                if namespace.get(name) is original:
                    namespace[name] = noting
                raise
            self.shape = describe(value)
            return value

        noting.__dict__.update(original.__dict__)
        for attribute in ("__module__", "__name__", "__qualname__", "__doc__", "__annotations__"):
            setattr(noting, attribute, getattr(original, attribute))
        noting.__wrapped__ = original
        namespace[name] = noting


def describe(value: object) -> dict:
    """Enough about a value to make constants of its type in another process."""
    name = faults.qualified_name(type(value))
    shape = {"type": name}
    if name in ("numpy.ndarray", "torch.Tensor"):
        shape["shape"] = [int(size) for size in value.shape]
        shape["dtype"] = str(value.dtype)
    return shape


def variants(shape: dict | None) -> list[dict]:
    """The stubs to run, given what the function returned; `name` is the contract's."""
    found = [{"name": "returns-none"}, {"name": "returns-input"}, {"name": "raises"}]
    if shape is None or shape["type"] == "builtins.NoneType":
        return found
    if "shape" in shape:
        count = len(_ARRAY_FILLS)
    else:
        count = len(_CONSTANTS.get(shape["type"], [None]))
    return found + [{"name": "returns-constant", "shape": shape, "index": index} for index in range(count)]


def _constant(shape: dict, index: int) -> object:
    name = shape["type"]
    if name in _CONSTANTS:
        return _CONSTANTS[name][index]
    if "shape" in shape:
        library = sys.modules[name.partition(".")[0]]
        dtype = shape["dtype"]
        dtype = getattr(library, dtype.partition(".")[2]) if dtype.startswith("torch.") else dtype
        return getattr(library, _ARRAY_FILLS[index])(shape["shape"], dtype=dtype)
    module_name, _, class_name = name.rpartition(".")
    cls = getattr(sys.modules[module_name], class_name)
    return cls(0) if issubclass(cls, (int, float)) else cls()


def install(namespace: dict, name: str, stub: dict) -> bool:
    """Replace the function by a stub. False when no constant of the type can be made."""
    kind = stub["name"]
    try:
        constant = _constant(stub["shape"], stub["index"]) if kind == "returns-constant" else None
    except Exception:
        return False

    def stand_in(*arguments, **named):
        if kind == "raises":
            raise StubError("the stub of the function raises")
        if kind == "returns-input":
            return arguments[0] if arguments else next(iter(named.values()), None)
        return constant

    stand_in.__name__ = stand_in.__qualname__ = name
    namespace[name] = stand_in
    return True
