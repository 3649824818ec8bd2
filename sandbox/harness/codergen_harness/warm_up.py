"""Runs harmless cases in the zygote itself, a few times, before the first job.

The interpreter rewrites code while it first runs it (inline caches), which in a forked process means a copy of
each page touched. Code that is warm before the fork saves about a third of a job's page faults. So the zygote
plays all parts once: a case with its program in one process, a call from a grader to a program, and the
process of a job that watches both.
"""

from __future__ import annotations

import linecache
import os
import sys

from . import call_channel, grader, system
from .candidate_calls import Candidate
from .case import load_pieces, run_case
from .children import ChildRunner
from .classify import classify
from .program import compile_program
from .recorder import Watch
from .serve import Server

_ROUNDS = 8
_FORKED_ROUNDS = 3
_LIMITS = {
    "cpuSeconds": 30, "wallSeconds": 30, "memoryBytes": 1 << 32, "processes": 64, "fileBytes": 1 << 20,
    "outputKeptBytes": 1 << 12, "outputLimitBytes": 1 << 20,
}
_SOURCE = {
    "fileName": "codergen_warm_up.py",
    "imports": {"code": "import math", "firstLine": 1},
    "function": {"code": "def double(values):\n    return [value * 2 for value in values]", "firstLine": 3},
    "functionName": "double",
    "tests": {
        "code": "def check(call):\n    assert call([1, 2.5]) == [2, 5.0]\n    assert abs(call((3,))[0] - 6) < 1e-6\n"
        "def test_double():\n    check(double)",
        "firstLine": 6,
    },
}
_CASE = {"kind": "normal", "name": "test_double"}


class _Silent:
    """Stands in for the reporter of a child."""

    def stage(self, name: str) -> None:
        pass

    def finish(self, message: dict) -> None:
        pass


class _InProcess(Candidate):
    """A grader's side of the calls whose other side answers in this very process."""

    server: Server

    def _receive(self):
        request, raw = call_channel.receive(self.other)
        self.server._answer(request, raw)
        return super()._receive()

    def await_loaded(self, on_stage) -> None:
        return None


def _grade_here(program) -> None:
    here, there = system.socket_pair()

    def connect(*arguments):
        candidate = _InProcess(*arguments)
        candidate.other, candidate.server = there, Server(there, program, load_pieces(program, _Silent()))
        return candidate

    source = {**_SOURCE, "function": {"code": "", "firstLine": 3}}
    grader.grade_case(source, _CASE, here, _Silent(), connect)
    os.close(here)
    os.close(there)


def _run_forked(runner: ChildRunner, program) -> None:
    end = runner.run(lambda reporter: reporter.finish({"state": "none"}))
    classify(end, _LIMITS, program.file_name)


def warm_up(scratch: str, tree: system.ProcessTree) -> None:
    """Compile and run the harmless cases; nothing of them stays behind."""
    runner = ChildRunner(_LIMITS, tree, scratch, [])
    for count in range(_ROUNDS):
        program = compile_program(_SOURCE, with_tests=True)
        run_case(program, _CASE, None, Watch(), _Silent(), observe=True)
        _grade_here(program)
        if count < _FORKED_ROUNDS:
            _run_forked(runner, program)
    sys.modules.pop(program.module_name, None)
    linecache.cache.pop(program.file_name, None)
