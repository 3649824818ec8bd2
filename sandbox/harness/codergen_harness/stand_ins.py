"""What the grader holds in place of an object that only the candidate has: a handle, equal to nothing else.

Attributes, methods, length, items and iteration are asked for and come back as data. Comparison and
arithmetic are not asked for, methods that compare (`equals`) neither: their answer would be whatever the
candidate likes. Where the tests themselves name the class and need its operators, the case is run in one
process instead.
"""

from __future__ import annotations

from .decode import BadData
from .errors_crossing import known_class

ASKED = (
    "__len__ __iter__ __getitem__ __setitem__ __delitem__ __call__ __next__ __enter__ __exit__ __bool__ "
    "__reversed__ __missing__ __fspath__"
).split()
_OPERATORS = (
    "__lt__ __le__ __gt__ __ge__ __add__ __sub__ __mul__ __truediv__ __floordiv__ __mod__ __pow__ __matmul__ "
    "__and__ __or__ __xor__ __radd__ __rsub__ __rmul__ __rtruediv__ __iadd__ __isub__ __imul__ __neg__ __pos__ "
    "__abs__ __invert__ __int__ __float__ __index__ __round__"
).split()
_COMPARING = frozenset("equals equal identical allclose isclose array_equal is_equal".split())
_PLAIN_ATTRIBUTES = ("__name__", "__doc__", "__qualname__", "__annotations__", "__dict__")


class StandIn:
    """Base of all stand-ins for objects; `_codergen` holds the asking function and the handle."""

    __slots__ = ("_codergen", "_fields")
    #: The tests name the class, so that its methods are what they judge.
    _codergen_named = False

    def __getattr__(self, name: str) -> object:
        if name.startswith("__") and name.endswith("__") and name not in _PLAIN_ATTRIBUTES:
            raise AttributeError(name)
        found = _ask(self, "get", name)
        if name in _COMPARING and not type(self)._codergen_named and callable(found):
            return _comparing(self, found)
        return found

    def __setattr__(self, name: str, value: object) -> None:
        _ask(self, "set", name, value)

    def __str__(self) -> str:
        return _text(_ask(self, "str"))

    def __repr__(self) -> str:
        return _text(_ask(self, "repr"))

    def __format__(self, wanted: str) -> str:
        return format(str(self), wanted)

    def __contains__(self, wanted: object) -> bool:
        return any(item is wanted or item == wanted for item in iter(self))

    def __eq__(self, other: object) -> bool:
        """The same object, or objects of one dataclass with equal fields; nobody over there is asked."""
        if self is other:
            return True
        mine, its = fields_of(self), fields_of(other)
        return mine is not None and its is not None and type(self) is type(other) and mine == its

    def __hash__(self) -> int:
        fields = fields_of(self)
        return id(self) if fields is None else hash(tuple(fields.values()))

    @property
    def __class__(self):
        return object.__getattribute__(self, "_codergen")[2] or type(self)


def _comparing(own: StandIn, method):
    """A method that compares: asked for only where both sides are objects of the candidate's."""

    def compare(*arguments: object, **named: object) -> object:
        others = [*arguments, *named.values()]
        if any(handle_of(other) is None for other in others):
            return any(other is own for other in others)
        return method(*arguments, **named)

    return compare


def handle_of(value: object) -> int | None:
    """The handle that a stand-in for an object or a class stands for."""
    if issubclass(type(value), StandIn):
        return object.__getattribute__(value, "_codergen")[1]
    if issubclass(type(value), ClassStandIn):
        return type.__getattribute__(value, "_codergen_class")[1]
    return None


def _ask(value: StandIn, operation: str, *arguments: object) -> object:
    ask, handle, _ = object.__getattribute__(value, "_codergen")
    return ask(operation, handle, arguments, {})


def _text(value: object) -> str:
    return value if type(value) is str else ""


def _asking(name: str):
    def method(self, *arguments, **named):
        ask, handle, _ = object.__getattribute__(self, "_codergen")
        if name == "__exit__":
            arguments = (None, None, None)
        value = ask("dunder", handle, (name, *arguments), named)
        if name == "__enter__" and handle_of(value) == handle:
            return self
        return value

    method.__name__ = name
    return method


class ClassStandIn(type):
    """Metaclass of stand-ins for the candidate's classes: calling one makes the object over there."""

    def __new__(mcs, name, bases, namespace, made=None):
        if made is None:
            _cannot(bases)
        return super().__new__(mcs, name, bases, namespace)

    def __init__(cls, name, bases, namespace, made=None):
        super().__init__(name, bases, namespace)

    def __call__(cls, *arguments, **named):
        ask, handle = cls._codergen_class
        return ask("call", handle, arguments, named)

    def __getattr__(cls, name):
        if name.startswith("__") and name.endswith("__"):
            raise AttributeError(name)
        ask, handle = type.__getattribute__(cls, "_codergen_class")
        return ask("get", handle, (name,), {})

    def __iter__(cls):
        ask, handle = cls._codergen_class
        return ask("iter", handle, (), {})

    def __getitem__(cls, key):
        ask, handle = cls._codergen_class
        return ask("item", handle, (key,), {})


def _cannot(bases) -> None:
    for base in bases:
        held = base.__dict__.get("_codergen_cannot")
        if held is not None:
            held("a subclass of the program's class")
    raise TypeError("not a class that can be extended here")


class StandInClasses:
    """Makes stand-in classes, one for each name, in the hierarchy that the candidate told."""

    def __init__(self, ask, cannot, named: set[str]) -> None:
        self._ask, self._cannot, self._named = ask, cannot, named
        self._made: dict[tuple, type] = {}

    def class_for(self, names: object, asked: object, handle: int | None = None) -> type:
        """The class with these names; `asked` are the special methods it has."""
        if type(names) is not list or not names or type(asked) is not list:
            raise BadData("not a class")
        key = (names[0][0], names[0][1], tuple(asked))
        if key not in self._made:
            self._made[key] = self._make(names, asked)
        made = self._made[key]
        if handle is not None:
            type.__setattr__(made, "_codergen_class", (self._ask, handle))
        return made

    def _make(self, names: list, asked: list) -> type:
        name = str(names[0][1]).rpartition(".")[2]
        namespace = {method: _asking(method) for method in asked if method in ASKED}
        namespace.update({"__slots__": (), "__module__": str(names[0][0]), "_codergen_cannot": self._cannot})
        namespace["_codergen_class"] = (self._ask, -1)
        if name in self._named:
            namespace.update({method: self._refusing(name) for method in _OPERATORS})
            namespace["__eq__"] = self._equality(name)
            namespace["__hash__"] = StandIn.__hash__
            namespace["_codergen_named"] = True
        parents = [entry for entry in names[1:] if known_class(*entry) is None]
        base = self.class_for([*parents], []) if parents else StandIn
        return ClassStandIn(name, (base,), namespace, made=True)

    def _refusing(self, name: str):
        def refuse(self_, *_):
            self._cannot(f"an operator of {name}")

        return refuse

    def _equality(self, name: str):
        def equal(self_, other):
            if self_ is other or fields_of(self_) is not None:
                return StandIn.__eq__(self_, other)
            return self._cannot(f"a comparison of {name}")

        return equal

    def instance(self, made: type, handle: int, names: list, fields: dict | None) -> StandIn:
        """A stand-in for one object."""
        value = object.__new__(made)
        known = next((cls for cls in (known_class(*entry) for entry in names) if cls is not None), None)
        object.__setattr__(value, "_codergen", (self._ask, handle, known))
        object.__setattr__(value, "_fields", fields)
        return value


def fields_of(value: object) -> dict | None:
    """The fields of a stand-in for a dataclass's object."""
    return object.__getattribute__(value, "_fields") if issubclass(type(value), StandIn) else None
