"""A candidate's case in one process with its tests, where a value cannot cross: watched for tampering.

An audit hook, which nothing in Python can take out again, writes to the report pipe the moment the program's
own code does what only a forger needs: walking frames or the collector's objects, tracing, replacing code,
reading its own memory. What is written cannot be taken back.
"""

from __future__ import annotations

import sys

from .case import run_case
from .program import ProgramFault, compile_program
from .recorder import Watch
from .reporting import Reporter
from .payload import Payload

_SUSPICIOUS = {
    "sys._getframe": "it looked at the frames of its callers",
    "sys._current_frames": "it looked at the frames of other threads",
    "sys.settrace": "it traced the tests",
    "sys.setprofile": "it traced the tests",
    "gc.get_objects": "it looked through all objects",
    "gc.get_referrers": "it looked for what refers to an object",
    "gc.get_referents": "it looked for what an object refers to",
    "sys.addaudithook": "it added an audit hook",
    "ctypes.dlopen": "it loaded the C library",
    "ctypes.dlsym": "it looked for a C function",
    "ctypes.cdata": "it made a C value at an address",
    "os.fork": "it forked",
    "os.forkpty": "it forked",
    "code.__new__": "it made a code object",
    "sys.unraisablehook": "it replaced a hook of the interpreter",
}
_FRAME_ATTRIBUTES = {"tb_frame", "gi_frame", "cr_frame", "ag_frame", "f_globals", "f_locals", "__code__"}
_PRIVATE_PATHS = ("/proc/", "/dev/fd")
_PASSED_MODULES = ("inspect", "ctypes")
_PASSED_FUNCTIONS = ("walk_tb", "walk_stack")


def run_candidate_case(job: dict, payload: Payload, case: dict, reporter: Reporter) -> None:
    """Compile all of the program here and run one case of it under the audit hook."""
    source = job["program"]
    source = {**source, "tests": {**source["tests"], "code": payload.tests()}}
    try:
        program = compile_program(source, with_tests=True)
    except ProgramFault as fault:
        reporter.finish({"state": "unparsable", "outcome": fault.outcome, "cause": fault.cause})
    written = len(program.instrumented.written_for(case["name"]))
    watch = Watch()
    sys.addaudithook(_audit_hook(reporter, program.file_name, program.first_test_line))
    run_case(program, case, None, watch, _Written(reporter, written), observe=False)


class _Written:
    """A reporter that adds how many assertions the case was written with."""

    def __init__(self, reporter: Reporter, written: int) -> None:
        self.stage = reporter.stage
        self.finish = lambda message: reporter.finish({**message, "written": written})


def _what_is_wrong(event: str, arguments: tuple) -> str | None:
    """What an audited event would mean if the program's own code caused it."""
    first = arguments[0] if arguments else None
    second = arguments[1] if len(arguments) > 1 else None
    if event == "object.__getattr__" and second in _FRAME_ATTRIBUTES:
        return f"it looked at {second}"
    if event in ("object.__setattr__", "object.__delattr__") and second == "__code__":
        return "it replaced the code of a function"
    if event == "open" and type(first) is str and first.startswith(_PRIVATE_PATHS):
        return f"it opened {first}"
    if event == "compile" and type(second) is str and second.startswith("/"):
        return "it disguised its code as a file"
    return _SUSPICIOUS.get(event)


def _audit_hook(reporter: Reporter, file_name: str, first_test_line: int):
    """Writes what the program's own code does, once, at once."""
    get_frame, tell, told, busy = sys._getframe, reporter.tampered, [], []
    own_start = (file_name, "<")

    def is_own(frame) -> bool:
        name = frame.f_code.co_filename
        if name == file_name:
            return frame.f_lineno < first_test_line
        return name.startswith(own_start) and not name.startswith("<frozen")

    def caller_is_own() -> bool:
        frame = get_frame(2)
        while frame is not None and (
            frame.f_globals.get("__name__") in _PASSED_MODULES or frame.f_code.co_name in _PASSED_FUNCTIONS
        ):
            frame = frame.f_back
        return frame is not None and is_own(frame)

    def hook(event: str, arguments: tuple) -> None:
        if told or busy:
            return
        what = _what_is_wrong(event, arguments)
        if what is None:
            return
        busy.append(event)
        if caller_is_own():
            told.append(what)
            tell(what)
        busy.pop()

    return hook
