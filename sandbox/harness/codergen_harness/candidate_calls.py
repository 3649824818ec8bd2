"""The grader's side of the calls: asks the candidate's process, rebuilds what it answers, trusts nothing.

Whatever ends the work (a candidate that is gone, bytes that are no answer, a value of the tests that cannot
cross) is reported at once and ends the process, so that no test can swallow it.
"""

from __future__ import annotations

import itertools
import json
import sys
import types

from . import call_channel, faults
from .decode import BadData, Decoder
from .encode import CannotCross, Encoder
from .errors_crossing import ErrorClasses, encode_error, known_class
from .stand_ins import ClassStandIn, StandInClasses, handle_of

_MAX_ITEMS = 200_000
_MOST_AT_ONCE = 256
_CALLABLE = (types.FunctionType, types.BuiltinFunctionType, types.MethodType, type(len), type(str.lower))
_ITERATORS = (types.GeneratorType, map, filter, zip, enumerate, reversed, *map(type, map(iter, ([], (), {}, "", {1}))))
_GENERATOR_NAMES = ("generator", "map", "filter")


class Candidate:
    """The program's process as the tests see it."""

    def __init__(self, fd: int, finish, named: set[str], own_module: str) -> None:
        self._fd, self._finish, self._own_module = fd, finish, own_module
        self._stand_ins: dict[int, object] = {}
        self._handles: dict[int, int] = {}
        self._callbacks: list = []
        self._classes = StandInClasses(self.ask, self.cannot_cross, named)
        self._errors = ErrorClasses()
        #: Exceptions that came from the program, and where in it they were raised.
        self.origins: list[tuple[BaseException, dict]] = []
        #: Seeds that the tests set and that the program has not been told yet.
        self.seeds: list = []
        self._stdout = sys.stdout
        self._tags = {
            "h": self._stand_in, "dc": self._record, "nt": _named_tuple, "type": _known_type,
            "exc": self._errors.decode, "g": self._iterator, "co": self._coroutine,
        }

    def await_loaded(self, on_stage) -> dict | None:
        """Wait until the program is loaded; the cause when it cannot be."""
        while True:
            message, _ = self._receive()
            if message.get("stage") in ("import", "function"):
                on_stage(message["stage"])
            elif message.get("loaded") is True:
                return None
            elif type(message.get("failed")) is dict:
                return _checked_cause(message["failed"])
            else:
                self._tampered("no answer")

    def names(self, wanted: list[str]) -> dict[str, object]:
        """What the program calls by these names; those it does not have are left out."""
        found = self.ask("names", None, tuple(wanted), {})
        return found if type(found) is dict else {}

    def ask(self, operation: str, target: int | None, arguments: tuple, named: dict) -> object:
        """Ask for one thing and rebuild the answer; raises what the program raised."""
        encoder = Encoder(self._foreign)
        try:
            data = [encoder.items(list(arguments)), [list(named), encoder.items(list(named.values()))]]
            body = json.dumps(data)
        except (CannotCross, RecursionError, OverflowError) as why:
            self.cannot_cross(faults.safe_text(why, 300) or type(why).__name__)
        head = {"op": operation, "target": target, "numbered": len(encoder.numbered), "seeds": self.seeds}
        if sys.stdout is not self._stdout:
            head["capture"] = True
        self.seeds = []
        self._send(head, body)
        while True:
            message, raw = self._receive()
            if "callback" not in message:
                return self._answer(message, raw, encoder.numbered)
            self._call_back(message, raw)

    def _answer(self, message: dict, raw: bytes, numbered: list) -> object:
        decoder = Decoder(self._tags, numbered)
        try:
            data = json.loads(raw)
            value, error = decoder.value(data["value"]), decoder.value(data["raised"])
            for number, content in data["changes"]:
                decoder.refill(number, content)
            if type(data["printed"]) is str and data["printed"] and sys.stdout is not self._stdout:
                sys.stdout.write(data["printed"])
        except MemoryError:
            self._finish({"state": "ended", "verdict": "error", "cause": _memory(), "executed": 0, "tampered": None})
        except Exception as failure:  # noqa: BLE001 - hostile data fails in any way it likes
            self._tampered(f"{type(failure).__name__}: {faults.safe_text(failure, 200)}")
        if error is not None:
            if not isinstance(error, BaseException):
                self._tampered("an exception that is none")
            if type(message.get("origin")) is dict:
                self.origins.append((error, _checked_cause(message["origin"])))
            raise error
        return value

    def _call_back(self, message: dict, raw: bytes) -> None:
        """The program calls a function that the tests gave it."""
        decoder = Decoder(self._tags)
        try:
            arguments, (names, values) = json.loads(raw)
            function = self._callbacks[message["callback"]]
            held, named = decoder.items(arguments), dict(zip(names, decoder.items(values)))
        except Exception as failure:  # noqa: BLE001
            self._tampered(f"{type(failure).__name__} in a call-back")
        encoder = Encoder(self._foreign)
        answer: dict = {"value": None, "raised": None}
        try:
            try:
                answer["value"] = encoder.value(function(*held, **named))
            except CannotCross:
                raise
            except BaseException as error:  # noqa: BLE001 - it goes back to the program
                answer["raised"] = encode_error(encoder, error)
        except CannotCross as why:
            self.cannot_cross(str(why))
        self._send({"answer": True}, json.dumps(answer))

    def cannot_cross(self, what: str) -> None:
        """End: the case has to be run in one process."""
        self._finish({"state": "cannot-cross", "what": what})

    def _tampered(self, what: str) -> None:
        message = f"The program's process sent what is no answer to a call: {what}."
        self._finish({"state": "ended", "verdict": "error", "cause": None, "executed": 0, "tampered": message})

    def _send(self, head: dict, body: str) -> None:
        try:
            call_channel.send(self._fd, head, body)
        except OverflowError as why:
            self.cannot_cross(str(why))
        except call_channel.ChannelClosed:
            self._finish({"state": "candidate-gone"})

    def _receive(self) -> tuple[dict, bytes]:
        try:
            return call_channel.receive(self._fd)
        except call_channel.ChannelClosed:
            self._finish({"state": "candidate-gone"})
        except call_channel.BadFrame as why:
            self._tampered(str(why))
        raise AssertionError("unreachable: the process has ended")

    def _foreign(self, encoder: Encoder, value: object) -> list:
        """Handles for values of the tests that are no plain data."""
        handle = handle_of(value)
        handle = self._handles.get(id(value)) if handle is None else handle
        if handle is not None:
            return ["h", handle]
        if isinstance(value, type):
            is_own = value.__module__ == self._own_module
            if not is_own and known_class(value.__module__, value.__qualname__) is value:
                return ["type", value.__module__, value.__qualname__]
        elif isinstance(value, BaseException):
            return encode_error(encoder, value)
        elif isinstance(value, _CALLABLE) or type(value).__name__ == "partial":
            self._callbacks.append(value)
            return ["cb", len(self._callbacks) - 1, str(getattr(value, "__name__", "function"))]
        elif isinstance(value, _ITERATORS):
            items = list(itertools.islice(value, _MAX_ITEMS + 1))
            if len(items) <= _MAX_ITEMS:
                return ["it", encoder.items(items)]
        raise CannotCross(f"a value of type {faults.qualified_name(type(value))}")

    def _stand_in(self, decoder, handle, kind, names, asked) -> object:
        if type(handle) is not int:
            raise BadData("not a handle")
        found = self._stand_ins.get(handle)
        if found is None:
            found = self._stand_ins[handle] = self._make(handle, kind, names, asked)
        return found

    def _make(self, handle: int, kind: object, names: list, asked: list) -> object:
        if kind == "function":
            return self._function(handle, str(names))
        if kind == "class":
            known = known_class(*names[0])
            if known is not None:
                return known
            error = self._errors.class_for(names)
            return error if error is not None else self._classes.class_for(names, asked, handle)
        return self._classes.instance(self._classes.class_for(names, asked), handle, names, None)

    def _function(self, handle: int, name: str):
        def calling(*arguments, **named):
            return self.ask("call", handle, arguments, named)

        calling.__name__ = calling.__qualname__ = name
        self._handles[id(calling)] = handle
        return calling

    def _record(self, decoder, stand_in, names, values) -> object:
        """An object of a dataclass: its fields are data, the rest is asked for."""
        tag, handle, _, classes, asked = stand_in
        number = decoder.reserve()
        held = dict(zip(map(str, names), decoder.items(values)))
        made = self._classes.instance(self._classes.class_for(classes, asked), int(handle), classes, held)
        decoder.replace(number, made)
        return made

    def _iterator(self, decoder, handle, kind) -> object:
        def fetched():
            count = 1
            while True:
                items, done, error = self.ask("next", handle, (count,), {})
                yield from items
                if error is not None:
                    raise error
                if done:
                    return
                count = min(2 * count, _MOST_AT_ONCE)

        made = fetched()
        if kind in ("map", "filter"):
            made = {"map": map, "filter": filter}[kind](*{"map": (_same, made), "filter": (_always, made)}[kind])
        self._handles[id(made)] = handle
        self._stand_ins[-1 - handle] = made
        return made

    def _coroutine(self, decoder, value, error) -> object:
        held, raised = decoder.value(value), decoder.value(error)

        async def awaited():
            if raised is not None:
                raise raised
            return held

        return awaited()


def _same(value: object) -> object:
    return value


def _always(value: object) -> bool:
    return True


def _named_tuple(decoder, module, name, fields, values):
    """A tuple with its items by name; an ordinary tuple in every comparison."""
    held = decoder.items(values)
    namespace = {"_fields": tuple(map(str, fields)), "__slots__": (), "__module__": str(module)}
    for place, field in enumerate(namespace["_fields"]):
        if not field.startswith("_"):
            namespace[field] = property(lambda self, place=place: tuple.__getitem__(self, place))
    namespace["_asdict"] = lambda self: dict(zip(self._fields, self))
    short = str(name).rpartition(".")[2]
    namespace["__repr__"] = lambda self: f"{short}({', '.join(map('{}={!r}'.format, self._fields, self))})"
    return type(short, (tuple,), namespace)(held)


def _known_type(decoder, module, name):
    found = known_class(module, name)
    if found is None:
        raise BadData("a class that is not known here")
    return found


def _checked_cause(given: dict) -> dict:
    """A cause with nothing in it but what a cause has; texts are cut."""
    cause = faults.plain_cause("function", "exception", "")
    for name in ("stage", "code", "exception", "message", "lineText", "traceback"):
        value = given.get(name)
        if type(value) is str:
            cause[name] = value[:4_000]
    cause["stage"] = cause["stage"] if cause["stage"] in ("parse", "import", "function", "case") else "function"
    cause["line"] = given["line"] if type(given.get("line")) is int else None
    return cause


def _memory() -> dict:
    return faults.plain_cause("case", "memory", "A value of the program did not fit in memory.")
