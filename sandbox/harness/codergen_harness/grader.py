"""Runs inside the grader's process: the tests, with the program's function out of their reach.

The program's process is spoken to over a channel that carries data. What the tests call by the names of the
program are stand-ins; what they compare was rebuilt here.
"""

from __future__ import annotations

import builtins
import sys

from . import case as case_steps
from .candidate_calls import Candidate
from .context import trusted_context
from .instrument import bind
from .program import Program, ProgramFault, compile_program, new_module
from .recorder import Recorder, Watch
from .reporting import Reporter

#: What tests use to reach into the function's own process; such a case is run in one.
_ONE_PROCESS = frozenset(
    "patch mock Mock MagicMock monkeypatch mocker capsys capfd caplog stdin environ putenv chdir setattr "
    "getsource warns assertWarns assertWarnsRegex catch_warnings assertLogs redirect_stderr stderr asdict astuple "
    "signature getfullargspec".split()
)
_SEEDS = {"seed", "manual_seed"}


def grade_case(source: dict, case: dict, fd: int, reporter: Reporter, connect=Candidate) -> None:
    """Run one case of `source` (context, tests) against the program at the other end of `fd`; report."""
    try:
        program = compile_program({**source, "imports": {"code": "", "firstLine": 1}}, with_tests=True)
    except ProgramFault as fault:
        reporter.finish({"state": "unparsable", "outcome": fault.outcome, "cause": fault.cause})
    loaded, mentioned = program.instrumented.loaded, program.instrumented.mentioned
    module = _module_with_context(source, program, loaded, reporter)
    own = loaded - set(vars(builtins)) - set(vars(module)) - program.instrumented.bound - {source["functionName"]}
    candidate = connect(fd, reporter.finish, own, program.module_name)
    cause = candidate.await_loaded(reporter.stage)
    if cause is not None and cause["stage"] == "parse":
        reporter.finish({"state": "unparsable", "outcome": "syntax-error", "cause": cause})
    if cause is not None:
        reporter.finish({"state": "load-failed", "cause": cause})
    reaching = sorted(_ONE_PROCESS & (loaded | mentioned))
    if reaching:
        candidate.cannot_cross(f"the tests use {reaching[0]}")
    if _SEEDS & mentioned:
        _forward_seeds(candidate)
    watch = Watch()
    asked = {source["functionName"]} | (loaded - set(vars(builtins)) - set(vars(module)))
    vars(module).update(candidate.names(sorted(asked)))
    _run_tests(program, module, case, (candidate, watch, reporter))


def _module_with_context(source: dict, program: Program, loaded: set[str], reporter: Reporter):
    """The module of the tests; the context is executed where they read a name that it may define."""
    module = new_module(program)
    code = source["imports"]["code"]
    wanted = loaded - set(vars(builtins)) - program.instrumented.bound - {source["functionName"]}
    if not any(name in code for name in wanted):
        return module
    code = trusted_context(code, source["functionName"])
    context = compile(code, "<context>", "exec", dont_inherit=True)
    fault = case_steps.execute(context, module, "case", program)
    if fault is not None:
        reporter.finish({"state": "load-failed", "cause": {**fault, "code": "test-setup"}})
    return module


def _run_tests(program: Program, module, case: dict, tools: tuple) -> None:
    candidate, watch, reporter = tools
    recorder = Recorder(watch, program.file_name, program.first_test_line)
    reporter.stage("tests")
    fault = case_steps.execute(bind(program.tests, recorder.hooks()), module, "case", program)
    if fault is not None:
        cause = {**fault, "code": case_steps.setup_code(fault)}
        reporter.finish({"state": "load-failed", "cause": cause})
    reporter.stage("case")
    report = case_steps.call_case(module, case, recorder, program, candidate.origins)
    report["written"] = len(program.instrumented.written_for(case["name"]))
    reporter.finish(report)


def _forward_seeds(candidate: Candidate) -> None:
    """What the tests seed is seeded in the program's process too, before its next call."""
    import random

    _forward(candidate, random, "seed", "random")
    if "numpy" in sys.modules:
        _forward(candidate, sys.modules["numpy"].random, "seed", "numpy")
    if "torch" in sys.modules:
        _forward(candidate, sys.modules["torch"], "manual_seed", "torch")


def _forward(candidate: Candidate, module, name: str, library: str) -> None:
    original = getattr(module, name)

    def seeding(value=None, *more, **named):
        if type(value) in (int, float, str):
            candidate.seeds.append([library, value])
        return original(value, *more, **named)

    setattr(module, name, seeding)
