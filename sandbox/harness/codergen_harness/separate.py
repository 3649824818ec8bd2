"""Verifies a program's case with the tests in a grader's process and the program in its own.

Each is compiled where it runs; the program's process is forked before the grader reads the tests.
"""

from __future__ import annotations

import re
import time

from . import faults
from .classify import Classified, classify
from .grader import grade_case
from .program import prime_linecache
from .reporting import Reporter
from .serve import serve
from .payload import Payload

_FOREVER_SECONDS = 1e6


_IMPORT = re.compile(
    r"^[ \t]*(?:import[ \t]+(?P<modules>[\w., \t]+)|from[ \t]+(?P<module>[A-Za-z_][\w.]*)"
    r"[ \t]+import[ \t]*(?:\((?P<block>[\w,\s]+)\)|(?P<taken>[\w, \t]+)))",
    re.MULTILINE,
)


def imported_names(source: dict) -> list[str]:
    """Modules, and `module:name`, that the program seems to import; a name too many does no harm."""
    names: dict[str, None] = {}
    for found in _IMPORT.finditer(source["imports"]["code"] + "\n" + source["function"]["code"]):
        module = found["module"]
        names.update((name, None) for name in ([module] if module else _first_words(found["modules"])))
        names.update((f"{module}:{name}", None) for name in _first_words(found["block"] or found["taken"] or ""))
    return list(names)


def _first_words(listed: str) -> list[str]:
    """`a as b, c` names `a` and `c`."""
    return [part.split()[0] for part in listed.split(",") if part.strip()]


class Separate:
    """One program and one case of it: the process that grades has seen its tests and is then done."""

    def __init__(self, job: dict, payload: Payload) -> None:
        self._source, self._payload = job["program"], payload
        self._context = job.get("context") or self._source["imports"]
        self._limits = job["limits"]

    def run_case(self, case: dict, run_graded) -> tuple[Classified, object]:
        """The judgement of a case and how its processes ended; `cannot_cross` is set when it must be run in one."""
        end = run_graded(self._serve, lambda fd, reporter: self._grade(case, fd, reporter))
        report = end.reports[0] if end.reports else None
        if end.ended_by is not None:
            prime_linecache(self._source, [self._source["imports"], self._source["function"]])
        if end.candidate_ended and (report is None or report["state"] == "candidate-gone" or _passed(report)):
            end.reports = []
            return classify(end, self._limits, self._source["fileName"]), end
        closed = self._closed_channel(report) if end.ended_by is None else None
        found = closed or classify(end, self._limits, self._source["fileName"])
        found.written = report.get("written", 0) if report else 0
        if report is not None and report["state"] == "cannot-cross":
            found.cannot_cross = report["what"]
        return found, end

    @staticmethod
    def _closed_channel(report: dict | None) -> Classified | None:
        if report is None or report["state"] != "candidate-gone":
            return None
        message = "The program closed the channel on which it is called."
        return Classified("error", "tampered", faults.plain_cause("case", "tampered", message))

    def _serve(self, fd: int) -> None:
        self._payload.drop()
        serve(fd, self._source)
        time.sleep(_FOREVER_SECONDS)

    def _grade(self, case: dict, fd: int, reporter: Reporter) -> None:
        source = dict(self._source)
        source["imports"] = self._context
        source["function"] = {"code": "", "firstLine": self._source["function"]["firstLine"]}
        source["tests"] = {**self._source["tests"], "code": self._payload.tests()}
        grade_case(source, case, fd, reporter)


def _passed(report: dict) -> bool:
    return report.get("verdict") == "passed"
