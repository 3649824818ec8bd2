"""One job, in a process of its own: verify a program's cases, or probe expressions against it."""

from __future__ import annotations

import gc
import os
import resource
import time
from typing import Callable

from . import system
from .case import run_case
from .one_process import run_candidate_case
from .children import ChildEnd, ChildRunner
from .classify import Classified, classify
from .dataset_links import dataset_links
from .library_imports import import_for_job
from .main_thread import MainThread
from .observe import run_expression
from .program import Program, ProgramFault, compile_program
from .recorder import Watch
from .separate import Separate, imported_names
from .stubs import variants
from .payload import Payload

_TELL_SECONDS = 0.5

#: Tells the zygote that the job lives and how long its next step may take: phase, seconds.
Progress = Callable[[str, float], None]


class Job:
    """A compiled program and the means to run children of it."""

    def __init__(
        self, job: dict, payload: Payload, place: tuple[str, list[int], MainThread], progress: Progress
    ) -> None:
        scratch, private_fds, self._main = place
        self.job, self._payload = job, payload
        self._is_separate = job.get("channel") == "separate"
        self.limits = job["limits"]
        self.imported = {"slow": [], "threads": 0}
        self._progress = progress
        self._told = float("-inf")
        self._tree = system.ProcessTree(job["ownsNamespace"])
        self._runner = ChildRunner(self.limits, self._tree, scratch, private_fds)
        self._runner.links = dataset_links(job["program"])

    def report(self) -> dict:
        """Do the job; the contract's report without its duration."""
        is_verify = self.job["kind"] == "verify"
        program = None
        try:
            if not self._is_separate:
                program = compile_program(self._source(), with_tests=is_verify)
        except ProgramFault as fault:
            return unloadable_report(self.job, fault.outcome, fault.cause)
        self._progress("import", self.limits["wallSeconds"])
        names = program.modules if program else imported_names(self.job["program"])
        self.imported = import_for_job(names)
        gc.freeze()
        report = self._verify(program, Watch()) if is_verify else self._probe(program)
        if is_verify:
            used = resource.getrusage(resource.RUSAGE_CHILDREN)
            own = time.process_time() if self._is_separate else 0.0
            report["cpuSeconds"] = round(used.ru_utime + used.ru_stime + own, 4)
        return report

    def _source(self) -> dict:
        """The program with its tests, for what shares a process with them."""
        source = self.job["program"]
        tests = self._payload.tests()
        return source if tests is None else {**source, "tests": {**source["tests"], "code": tests}}

    def _run(self, *bodies) -> ChildEnd:
        """One child, or the program in a child and its grader on the main thread."""
        now = time.monotonic()
        if now - self._told > _TELL_SECONDS:
            self._told = now
            self._progress("child", self.limits["wallSeconds"])
        end = self._runner.run(*bodies) if len(bodies) == 1 else self._runner.run_graded(*bodies, self._main)
        if not end.cleaned:
            os._exit(71)
        return end

    def _verify(self, program: Program | None, watch: Watch) -> dict:
        results = []
        outcome, cause = None, None
        failed_load: Classified | None = None
        for case in self.job["cases"]:
            if failed_load is not None:
                results.append(_case_result(case, failed_load))
                continue
            found, end, channel = self._run_on_channel(program, case, watch)
            failed_load = found if found.load_failed else None
            if outcome is None and found.outcome is not None:
                outcome, cause = found.outcome, found.cause
            result = _case_result(case, found, end)
            result["channel"] = channel
            result["assertionsWritten"] = found.written
            if self.job["stubs"] and found.verdict == "passed" and not self._is_separate:
                result["vacuousUnder"] = self._vacuous_under(program, case, found.shape, watch)
            results.append(result)
        report = {"kind": "verify", "outcome": outcome or "completed", "cause": cause, "cases": results}
        channels = {result.get("channel") for result in results} - {None}
        report["channel"] = channels.pop() if len(channels) == 1 else "shared"
        return report

    def _run_on_channel(self, program: Program | None, case: dict, watch: Watch) -> tuple[Classified, ChildEnd, str]:
        """Run a case apart from the program where that is asked for and can be done, in one process otherwise."""
        if self._is_separate:
            found, end = Separate(self.job, self._payload).run_case(case, self._run)
            if found.cannot_cross is None:
                return found, end, "separate"
            end = self._run(lambda reporter: run_candidate_case(self.job, self._payload, case, reporter))
            found = classify(end, self.limits, self.job["program"]["fileName"])
            found.written = end.reports[0].get("written", 0) if end.reports else 0
            return found, end, "shared"
        found, end = self._run_case(program, case, None, watch)
        found.written = len(program.instrumented.written_for(case["name"]))
        return found, end, "shared"

    def _run_case(self, program: Program, case: dict, stub: dict | None, watch: Watch) -> tuple[Classified, ChildEnd]:
        observe = stub is None and self.job["stubs"]
        end = self._run(lambda reporter: run_case(program, case, stub, watch, reporter, observe))
        return classify(end, self.limits, program.file_name), end

    def _vacuous_under(self, program: Program, case: dict, shape: dict | None, watch: Watch) -> list[str]:
        passed: list[str] = []
        for stub in variants(shape):
            if stub["name"] not in passed:
                found, _ = self._run_case(program, case, stub, watch)
                if found.verdict == "passed":
                    passed.append(stub["name"])
        return passed

    def _probe(self, program: Program) -> dict:
        observations = []
        outcome, cause = "completed", None
        for expression in self.job["expressions"]:
            if outcome != "completed":
                observations.append(_lost(expression["id"], "lost", cause))
                continue
            end = self._run(lambda reporter: run_expression(program, expression, reporter))
            report = end.reports[0] if end.reports else None
            if report is not None and report["state"] == "observed" and end.ended_by is None and not end.forged:
                observations.append({"id": expression["id"], **report["observation"], "output": end.output})
                continue
            found = classify(end, self.limits, program.file_name)
            if found.load_failed:
                outcome, cause = found.outcome, found.cause
            state = "timeout" if found.outcome == "timeout" else "lost"
            observations.append({**_lost(expression["id"], state, found.cause), "output": end.output})
        return {"kind": "probe", "outcome": outcome, "cause": cause, "observations": observations}


def unloadable_report(job: dict, outcome: str, cause: dict) -> dict:
    """The report of a program whose cases or expressions could not even be reached."""
    if job["kind"] == "verify":
        cases = [_case_result(case, Classified("not-run", outcome, cause)) for case in job["cases"]]
        channel = job.get("channel") or "shared"
        return {"kind": "verify", "outcome": outcome, "cause": cause, "cases": cases, "channel": channel}
    lost = [_lost(expression["id"], "lost", cause) for expression in job["expressions"]]
    return {"kind": "probe", "outcome": outcome, "cause": cause, "observations": lost}


def _lost(identity: str, state: str, cause: dict | None) -> dict:
    text = cause["message"] if cause else ""
    nothing = {"type": None, "printed": "", "literal": None, "via": None, "bases": [], "output": ""}
    return {"id": identity, "state": state, "text": text, **nothing}


def _case_result(case: dict, found: Classified, end: ChildEnd | None = None) -> dict:
    return {
        "kind": case["kind"],
        "name": case["name"],
        "verdict": found.verdict,
        "cause": found.cause,
        "assertionsWritten": 0,
        "assertionsExecuted": found.executed,
        "output": {"text": end.output if end else "", "totalBytes": end.output_bytes if end else 0},
        "vacuousUnder": [],
    }
