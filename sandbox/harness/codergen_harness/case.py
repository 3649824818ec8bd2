"""Runs inside a child: loads the program, calls one case, says how it ended."""

from __future__ import annotations

import inspect
import sys
import types

from . import faults, stubs
from .instrument import bind
from .program import Program, new_module
from .recorder import Recorder, Watch
from .reporting import Reporter


def load_pieces(program: Program, reporter: Reporter) -> types.ModuleType | None:
    """Execute import and function cell; on an exception report it and return None."""
    module = new_module(program)
    for stage, code in (("import", program.imports), ("function", program.function)):
        reporter.stage(stage)
        fault = execute(code, module, stage, program)
        if fault is not None:
            reporter.finish({"state": "load-failed", "cause": fault})
            return None
    return module


def execute(code: types.CodeType, module: types.ModuleType, stage: str, program: Program) -> dict | None:
    """Execute one piece in the module; the cause when it raised."""
    try:
        exec(code, module.__dict__)
    except BaseException as error:  # noqa: BLE001 - a program may raise anything
        return faults.cause_of(error, stage, program.file_name)
    return None


def run_case(program: Program, case: dict, stub: dict | None, watch: Watch, reporter: Reporter, observe: bool) -> None:
    """Load the program, put the stub in if there is one, run the case, report."""
    module = load_pieces(program, reporter)
    if module is None:
        return
    if stub is not None and not stubs.install(module.__dict__, program.function_name, stub):
        reporter.finish({"state": "no-stub"})
    first_return = stubs.FirstReturn(module.__dict__, program.function_name) if observe else None
    recorder = Recorder(watch, program.file_name, program.first_test_line)
    reporter.stage("tests")
    tests = bind(program.tests, recorder.hooks())
    fault = execute(tests, module, "case", program)
    if fault is not None:
        reporter.finish({"state": "load-failed", "cause": {**fault, "code": setup_code(fault)}})
        return
    reporter.stage("case")
    report = call_case(module, case, recorder, program)
    report["shape"] = first_return.shape if first_return else None
    reporter.finish(report)


def setup_code(fault: dict) -> str:
    """Code of a test cell that failed before a case was called."""
    return "test-setup" if fault["code"] == "exception" else fault["code"]


def call_case(module: types.ModuleType, case: dict, recorder: Recorder, program: Program, origins=()) -> dict:
    """Call the case and judge it. `origins`: exceptions from another process, each with its own place."""
    error: BaseException | None = None
    try:
        _invoke(module, case["name"])
    except BaseException as caught:  # noqa: BLE001
        error = caught
    executed = len(recorder.executed)
    report = {"state": "ended", "executed": executed, "tampered": recorder.tampered}
    if error is not None:
        cause = faults.cause_of(error, "case", program.file_name, recorder.compared)
        if cause["code"] == "assertion" and not str(cause["message"]).strip():
            cause["message"] = recorder.compared
        origin = next((found for known, found in reversed(origins) if known is error), None)
        if origin is not None and cause["code"] != "assertion":
            cause = faults.with_origin(cause, origin)
        return {**report, "verdict": _verdict_of(cause["code"]), "cause": cause}
    unproved = _why_unproved(case["kind"], recorder)
    if unproved is not None:
        return {**report, "verdict": "not-run", "cause": unproved}
    return {**report, "verdict": "passed", "cause": None}


def _verdict_of(code: str) -> str:
    return {"assertion": "failed", "skipped": "not-run"}.get(code, "error")


def _why_unproved(kind: str, recorder: Recorder) -> dict | None:
    """The cause that keeps a case which ended well from being `passed`."""
    if not recorder.executed:
        message = "The case ended without executing one of its assertions."
        return faults.plain_cause("case", "no-assertion-executed", message)
    if kind != "edge" and recorder.after_fault_only:
        message = "The only assertions executed are in a handler that caught a missing file, module or network."
        return faults.plain_cause("case", "only-environment-error", message)
    return None


def _invoke(module: types.ModuleType, name: str) -> None:
    """Call a test function, or a method of a test class given as `Class.method`."""
    class_name, _, method = name.rpartition(".")
    if not class_name:
        _finish(getattr(module, name)())
        return
    cls = getattr(module, class_name)
    unittest = sys.modules.get("unittest")
    is_test_case = unittest is not None and issubclass(cls, unittest.TestCase)
    instance = cls(method) if is_test_case else cls()
    for hook in ("setUpClass", "setUp", "setup_method"):
        if hasattr(instance, hook):
            _finish(getattr(instance, hook)())
    _finish(getattr(instance, method)())


def _finish(result: object) -> None:
    if inspect.iscoroutine(result):
        import asyncio

        asyncio.run(result)
