"""The candidate's side of the calls: loads the program, answers until the process is ended.

The process holds the program and nothing of the tests. A program can take over all of this; what it can
send is data all the same.
"""

from __future__ import annotations

import io
import itertools
import json
import os
import sys
import types

from . import call_channel, faults
from .case import load_pieces
from .decode import Decoder
from .encode import Encoder
from .errors_crossing import encode_error, known_class, names_of
from .program import Program, ProgramFault, compile_program
from .stand_ins import ASKED

_FUNCTIONS = (types.FunctionType, types.BuiltinFunctionType, types.MethodType)
_ITERATORS = (
    types.GeneratorType, map, filter, zip, enumerate, reversed,
    *map(type, map(iter, ([], (), {}, "", b"", {1}, range(1)))),
)


class ChannelReporter:
    """Tells the grader how loading goes; has what `load_pieces` wants of a reporter."""

    def __init__(self, fd: int) -> None:
        self._fd = fd

    def stage(self, name: str) -> None:
        call_channel.send(self._fd, {"stage": name})

    def finish(self, message: dict) -> None:
        call_channel.send(self._fd, {"failed": message["cause"]})
        os._exit(0)


def serve(fd: int, source: dict) -> None:
    """Compile and load the program, and answer calls until the channel closes."""
    reporter = ChannelReporter(fd)
    try:
        program = compile_program(source, with_tests=False)
    except ProgramFault as fault:
        reporter.finish({"cause": fault.cause})
    module = load_pieces(program, reporter)
    call_channel.send(fd, {"loaded": True})
    try:
        Server(fd, program, module).run()
    except call_channel.ChannelClosed:
        pass


class Server:
    """Answers for one loaded program."""

    def __init__(self, fd: int, program: Program, module: types.ModuleType) -> None:
        self._fd, self._program, self._module = fd, program, module
        self._pid = os.getpid()
        self._objects: list = []
        self._handles: dict[int, int] = {}
        self._tags = {
            "h": lambda decoder, handle: self._objects[handle],
            "type": lambda decoder, module_name, name: known_class(module_name, name),
            "cb": self._callback,
            "it": lambda decoder, items: iter(decoder.items(items)),
            "exc": self._exception,
        }

    def run(self) -> None:
        """Answer one request after another."""
        while True:
            request, raw = call_channel.receive(self._fd)
            self._answer(request, raw)

    def _answer(self, request: dict, raw: bytes) -> None:
        decoder = Decoder(self._tags)
        data = json.loads(raw)
        arguments, named = decoder.items(data[0]), dict(zip(data[1][0], decoder.items(data[1][1])))
        held = list(decoder.known)
        for library, value in request["seeds"]:
            _seed(library, value)
        value = error = origin = None
        printed = io.StringIO() if request.get("capture") else None
        before, sys.stdout = sys.stdout, printed or sys.stdout
        try:
            value = self._do(request["op"], request["target"], arguments, named)
        except BaseException as raised:  # noqa: BLE001 - it crosses
            error, origin = raised, faults.cause_of(raised, "function", self._program.file_name)
        finally:
            sys.stdout = before
            _flush()
        self._reply(held, (value, error, origin), data if held else None, printed.getvalue() if printed else None)

    def _reply(self, held: list, result: tuple, data: list | None, printed: str | None) -> None:
        value, error, origin = result
        encoder = Encoder(self._foreign, held)
        try:
            body = self._body(encoder, value, error, held if self._changed(data, held) else ())
        except BaseException as raised:  # noqa: BLE001 - the value resists being read
            encoder = Encoder(self._foreign)
            origin = faults.cause_of(raised, "function", self._program.file_name)
            body = self._body(encoder, None, TypeError(f"the result cannot be read: {faults.safe_text(raised)}"), ())
        if os.getpid() != self._pid:
            os._exit(0)
        body["printed"] = printed
        try:
            call_channel.send(self._fd, {"origin": origin}, json.dumps(body))
        except OverflowError as why:
            body = self._body(Encoder(self._foreign), None, OverflowError(f"the result is {why}"), ())
            call_channel.send(self._fd, {"origin": None}, json.dumps({**body, "printed": None}))

    def _body(self, encoder: Encoder, value: object, error: BaseException | None, changed) -> dict:
        return {
            "value": encoder.value(value),
            "raised": None if error is None else encode_error(encoder, error),
            "changes": [[number, encoder.content(one)] for number, one in enumerate(changed)],
        }

    def _changed(self, data: list | None, held: list) -> bool:
        """Whether an argument is not what it was when it came."""
        if data is None:
            return False
        again = Encoder(lambda _, value: ["h", self._handles.get(id(value), -1)])
        now = [again.items(self._last[0]), [list(self._last[1]), again.items(list(self._last[1].values()))]]
        return json.dumps(now) != json.dumps(data)

    def _do(self, operation: str, target: int | None, arguments: list, named: dict) -> object:
        self._last = (arguments, named)
        if operation == "names":
            own = vars(self._module)
            found = {name: own[name] for name in arguments if name in own}
            return {name: value for name, value in found.items() if type(value) is not types.ModuleType}
        subject = self._objects[target]
        if operation == "call":
            result = subject(*arguments, **named)
            return _Awaited(result) if type(result) is types.CoroutineType else result
        return _OPERATIONS[operation](subject, *arguments)

    def _foreign(self, encoder: Encoder, value: object) -> list:
        if type(value) is _Awaited:
            return value.encoded(encoder)
        if isinstance(value, type):
            return ["h", self._handle(value), "class", names_of(value), _asked(value)]
        if isinstance(value, BaseException):
            return encode_error(encoder, value)
        handle = self._handle(value)
        if isinstance(value, _ITERATORS):
            return ["g", handle, type(value).__name__]
        if isinstance(value, _FUNCTIONS):
            return ["h", handle, "function", str(value.__name__), []]
        return ["h", handle, "object", names_of(type(value)), _asked(type(value))]

    def _handle(self, value: object) -> int:
        handle = self._handles.get(id(value))
        if handle is None:
            handle = self._handles[id(value)] = len(self._objects)
            self._objects.append(value)
        return handle

    def _callback(self, decoder, number: int, name: str):
        def calling(*arguments, **named):
            encoder = Encoder(self._foreign)
            body = [encoder.items(list(arguments)), [list(named), encoder.items(list(named.values()))]]
            call_channel.send(self._fd, {"callback": number}, json.dumps(body))
            _, raw = call_channel.receive(self._fd)
            answer, back = json.loads(raw), Decoder(self._tags)
            if answer["raised"] is not None:
                raise back.value(answer["raised"])
            return back.value(answer["value"])

        calling.__name__ = calling.__qualname__ = name
        return calling

    @staticmethod
    def _exception(decoder, names, arguments, message, attributes) -> BaseException:
        cls = next(filter(None, (known_class(*entry) for entry in names)), Exception)
        return cls(*decoder.items(arguments))


class _Awaited:
    """A coroutine that a call gave: it is run here, and what came of it crosses."""

    def __init__(self, coroutine) -> None:
        import asyncio

        self.value = self.error = None
        try:
            self.value = asyncio.run(coroutine)
        except BaseException as error:  # noqa: BLE001
            self.error = error

    def encoded(self, encoder: Encoder) -> list:
        error = None if self.error is None else encode_error(encoder, self.error)
        return ["co", encoder.value(self.value), error]


def _asked(cls: type) -> list[str]:
    return [name for name in ASKED if hasattr(cls, name)]


def _next(iterator, count: int) -> tuple:
    items: list = []
    try:
        items += itertools.islice(iterator, count)
    except BaseException as error:  # noqa: BLE001
        return items, True, error
    return items, len(items) < count, None


def _dunder(value: object, name: str, *arguments: object) -> object:
    if name in ASKED:
        return getattr(type(value), name)(value, *arguments) if hasattr(type(value), name) else bool(value)
    raise AttributeError(name)


_OPERATIONS = {
    "get": getattr,
    "set": setattr,
    "str": str,
    "repr": repr,
    "iter": lambda value: list(value),
    "item": lambda value, key: value[key],
    "next": _next,
    "dunder": _dunder,
}


def _flush() -> None:
    """What was printed is seen even if the process is ended before it prints more."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except BaseException:  # noqa: BLE001 - a closed or replaced stream changes no verdict
            pass


def _seed(library: str, value: object) -> None:
    """Set the random numbers as the tests did on their side."""
    if library == "random" and "random" in sys.modules:
        sys.modules["random"].seed(value)
    elif library == "numpy" and "numpy" in sys.modules:
        sys.modules["numpy"].random.seed(value)
    elif library == "torch" and "torch" in sys.modules:
        sys.modules["torch"].manual_seed(value)
