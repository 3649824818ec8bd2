"""How a child ended, in the contract's words: verdict of the case, outcome of the run, cause."""

from __future__ import annotations

import linecache
import re
import signal

from . import faults
from .children import ChildEnd

_OUT_OF_MEMORY = re.compile(r"bad_alloc|Cannot allocate memory|MemoryError|out of memory", re.IGNORECASE)
_DUMP_FRAME = re.compile(r'File "([^"]*)", line (\d+)')
_LOAD_OUTCOMES = {"exited-early": "exited-early", "memory": "memory-limit", "process-limit": "crashed"}
_CASE_OUTCOMES = {"exited-early": "exited-early", "memory": "memory-limit", "process-limit": "crashed"}
_LIMITS = {
    "cpu-limit": ("timeout", "The program used more than {cpuSeconds} s of CPU time."),
    "wall-limit": ("timeout", "The program took longer than {wallSeconds} s."),
    "output-limit": ("output-limit", "The program printed more than {outputLimitBytes} bytes."),
    "process-limit": ("crashed", "The program had more than {processes} processes and threads at one time."),
}


class Classified:
    """Verdict, outcome (None: the case ended by itself), cause, and whether loading already failed."""

    def __init__(self, verdict: str, outcome: str | None, cause: dict | None, executed: int = 0) -> None:
        self.verdict = verdict
        self.outcome = outcome
        self.cause = cause
        self.executed = executed
        self.load_failed = False
        self.shape: dict | None = None
        #: Assertions that the case was written with, where the process that ran it told.
        self.written = 0
        #: Why the case cannot be run with the program in a process of its own; None when it can.
        self.cannot_cross: str | None = None


def classify(end: ChildEnd, limits: dict, file_name: str) -> Classified:
    """Judge the end of a child."""
    report = end.reports[0] if end.reports else None
    stage = end.stage if end.stage in ("import", "function") else "case"
    if end.forged:
        message = "Something other than the harness wrote to the channel of the report."
        found = Classified("error", "tampered", faults.plain_cause(stage, "tampered", message))
    elif end.tampered is not None:
        message = f"The program reached into what judges it: {end.tampered}."
        found = Classified("error", "tampered", faults.plain_cause(stage, "tampered", message))
    elif end.ended_by is not None:
        found = _classify_limit(end, limits, stage, file_name)
    elif report is None:
        found = _classify_silence(end, stage)
    elif report["state"] == "unparsable":
        found = Classified("not-run", report["outcome"], report["cause"])
    elif report["state"] == "load-failed":
        cause = report["cause"]
        found = Classified("not-run", _LOAD_OUTCOMES.get(cause["code"], "import-failed"), cause)
    else:
        return _classify_report(report)
    found.load_failed = end.stage != "case"
    if found.load_failed:
        found.verdict = "not-run"
    return found


def _classify_report(report: dict) -> Classified:
    if report["state"] != "ended":
        return Classified("not-run", None, None)
    if report["tampered"]:
        cause = faults.plain_cause("case", "tampered", report["tampered"])
        return Classified("error", "tampered", cause, report["executed"])
    cause = report["cause"]
    outcome = _CASE_OUTCOMES.get(cause["code"]) if cause else None
    found = Classified(report["verdict"], outcome, cause, report["executed"])
    found.shape = report.get("shape")
    return found


def _classify_limit(end: ChildEnd, limits: dict, stage: str, file_name: str) -> Classified:
    outcome, message = _LIMITS[end.ended_by]
    cause = faults.plain_cause(stage, end.ended_by, message.format(**limits), traceback=end.stack_dump[:4_000])
    for name, number in _DUMP_FRAME.findall(end.stack_dump):
        if name == file_name:
            cause["line"] = int(number)
            cause["lineText"] = linecache.getline(file_name, int(number)).strip() or None
            break
    return Classified("timeout" if outcome == "timeout" else "error", outcome, cause)


def _classify_silence(end: ChildEnd, stage: str) -> Classified:
    """The child ended without a report."""
    if end.signal is None:
        message = f"The process left with status {end.exit_code} before the case ended."
        return Classified("error", "exited-early", faults.plain_cause(stage, "exited-early", message))
    try:
        name = signal.Signals(end.signal).name
    except ValueError:
        name = f"signal {end.signal}"
    if _OUT_OF_MEMORY.search(end.output[-4_000:]):
        message = f"The process ran out of memory and was ended by {name}."
        return Classified("error", "memory-limit", faults.plain_cause(stage, "memory", message))
    cause = faults.plain_cause(stage, "signal", f"The process was ended by {name}.", traceback=end.stack_dump)
    return Classified("error", "crashed", cause)
