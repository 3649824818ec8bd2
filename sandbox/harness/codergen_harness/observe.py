"""Runs inside a child: evaluates an expression and writes down what it gave, as a literal where it can."""

from __future__ import annotations

import ast
import sys
import warnings

from . import faults
from .case import load_pieces
from .program import Program
from .reporting import Reporter

_TEXT_CHARS = 20_000
_PLAIN = {str, bytes, int, bool, type(None), type(...)}
_SET_ITEMS = _PLAIN | {float, tuple}
_ARRAY_LIBRARIES = {"numpy", "torch", "array", "pandas"}


def run_expression(program: Program, expression: dict, reporter: Reporter) -> None:
    """Evaluate one expression after the import and the function cell, and report the observation."""
    module = load_pieces(program, reporter)
    if module is None:
        return
    reporter.stage("case")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            code = compile(expression["code"], "<expression>", "eval", flags=program.flags, dont_inherit=True)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        reporter.finish({"state": "observed", "observation": _raised(error)})
        return
    try:
        value = eval(code, module.__dict__)
    except BaseException as error:  # noqa: BLE001
        observation = _raised(error)
    else:
        observation = _returned(value)
    reporter.finish({"state": "observed", "observation": observation})


def _raised(error: BaseException) -> dict:
    text = faults.safe_text(error, _TEXT_CHARS)
    name = faults.qualified_name(type(error))
    bases = faults.bases_of(type(error))
    empty = {"literal": None, "via": None}
    return {"state": "raised", "type": name, "text": text, "printed": text, "bases": bases, **empty}


def _returned(value: object) -> dict:
    literal, via = literal_of(value)
    return {
        "state": "returned",
        "type": faults.qualified_name(type(value)),
        "text": _safe_repr(value),
        "printed": faults.safe_text(value, _TEXT_CHARS),
        "literal": literal,
        "via": via,
        "bases": [],
    }


def _safe_repr(value: object) -> str:
    try:
        text = repr(value)
        return text if len(text) <= _TEXT_CHARS else text[:_TEXT_CHARS] + "…"
    except BaseException as error:  # noqa: BLE001
        return f"<repr() raised {type(error).__name__}>"


def literal_of(value: object) -> tuple[str | None, str | None]:
    """A literal that rebuilds `value`, and how it stands for it; (None, None) when there is none."""
    try:
        for via, candidate in _candidates(value):
            text = repr(candidate)
            if len(text) <= _TEXT_CHARS and is_same(candidate, ast.literal_eval(text)):
                return text, via
    except BaseException:  # noqa: BLE001 - objects raise what they like from tolist, repr or ==
        pass
    return None, None


def _candidates(value: object):
    library = type(value).__module__.partition(".")[0]
    if library == "numpy" and isinstance(value, sys.modules["numpy"].generic):
        yield "item", value.item()
    elif library in _ARRAY_LIBRARIES and hasattr(value, "tolist"):
        yield "tolist", value.tolist()
    else:
        yield "value", value


def is_same(value: object, rebuilt: object) -> bool:
    """Equal, and of the very same built-in types all the way down."""
    if type(value) is not type(rebuilt):
        return False
    if isinstance(value, (list, tuple)):
        return len(value) == len(rebuilt) and all(map(is_same, value, rebuilt))
    if isinstance(value, dict):
        pairs = zip(value.items(), rebuilt.items())
        return len(value) == len(rebuilt) and all(is_same(*keys_and_values) for keys_and_values in pairs)
    if isinstance(value, (set, frozenset)):
        return value == rebuilt and all(type(item) in _SET_ITEMS for item in value)
    if isinstance(value, (float, complex)):
        return repr(value) == repr(rebuilt)
    return type(value) in _PLAIN and value == rebuilt
