"""A program in pieces: parsed, compiled with the line numbers of the rendered task file, loaded.

Each piece is compiled under the task's file name and starts at its own line, so a traceback points into
the file a person opens. The module is never called `__main__`, so a run cell would not run even if given.
"""

from __future__ import annotations

import __future__
import ast
import linecache
import sys
import types
import warnings
from dataclasses import dataclass

from . import faults
from .instrument import Instrumented, instrument

_FUTURE_FLAGS = 0
for _name in __future__.all_feature_names:
    _FUTURE_FLAGS |= getattr(__future__, _name).compiler_flag


class ProgramFault(Exception):
    """The program cannot be run at all; `outcome` and `cause` are the contract's."""

    def __init__(self, outcome: str, cause: dict) -> None:
        super().__init__(cause["message"])
        self.outcome = outcome
        self.cause = cause


@dataclass
class Program:
    """Compiled pieces of one program."""

    file_name: str
    function_name: str
    module_name: str
    imports: types.CodeType
    function: types.CodeType
    tests: types.CodeType | None
    instrumented: Instrumented | None
    modules: list[str]
    flags: int
    first_test_line: int


def _parse(code: str, first_line: int, file_name: str) -> ast.Module:
    source = "\n" * (first_line - 1) + code
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(source, file_name)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        line = getattr(error, "lineno", None)
        text = (getattr(error, "text", None) or "").strip() or None
        message = faults.safe_text(getattr(error, "msg", None) or error)
        cause = faults.plain_cause("parse", "syntax", message, line=line, lineText=text)
        cause["exception"] = faults.qualified_name(type(error))
        raise ProgramFault("syntax-error", cause) from None


def _compile(tree: ast.Module, file_name: str, flags: int) -> types.CodeType:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return compile(tree, file_name, "exec", flags=flags, dont_inherit=True)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        cause = faults.plain_cause("parse", "syntax", faults.safe_text(error), line=getattr(error, "lineno", None))
        raise ProgramFault("syntax-error", cause) from None


def _imported_modules(trees: list[ast.Module]) -> list[str]:
    """What import statements name, modules and `module:name`, in order, each once."""
    names: dict[str, None] = {}
    for tree in trees:
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                names.update((alias.name, None) for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
                names[node.module] = None
                names.update((f"{node.module}:{alias.name}", None) for alias in node.names if alias.name != "*")
    return list(names)


def prime_linecache(source: dict, pieces: list[dict]) -> None:
    """Let tracebacks and causes find the text of the program's lines."""
    lines: list[str] = []
    for piece in pieces:
        start = piece["firstLine"] - 1
        code = piece["code"].splitlines()
        lines += [""] * (start + len(code) - len(lines))
        lines[start : start + len(code)] = code
    text = [line + "\n" for line in lines]
    linecache.cache[source["fileName"]] = (sum(map(len, text)), None, text, source["fileName"])


def compile_program(source: dict, with_tests: bool) -> Program:
    """Parse and compile. Raises `ProgramFault` for what is not Python."""
    file_name = source["fileName"]
    pieces = [source["imports"], source["function"]] + ([source["tests"]] if with_tests else [])
    prime_linecache(source, pieces)
    trees = [_parse(piece["code"], piece["firstLine"], file_name) for piece in pieces]
    flags = 0
    codes: list[types.CodeType] = []
    for tree in trees[:2]:
        codes.append(_compile(tree, file_name, flags))
        flags |= codes[-1].co_flags & _FUTURE_FLAGS
    modules = _imported_modules(trees)
    instrumented = instrument(trees[2]) if with_tests else None
    tests = _compile(instrumented.tree, file_name, flags) if instrumented else None
    name = _module_name(file_name)
    return Program(
        file_name=file_name,
        function_name=source["functionName"],
        module_name=name,
        imports=codes[0],
        function=codes[1],
        tests=tests,
        instrumented=instrumented,
        modules=modules,
        flags=flags,
        first_test_line=source["tests"]["firstLine"],
    )


def _module_name(file_name: str) -> str:
    stem = file_name.rpartition("/")[2]
    stem = stem[:-3] if stem.endswith(".py") else stem
    name = "".join(char if char.isalnum() else "_" for char in stem)
    return f"task_{name}" if name in sys.modules or not name.isidentifier() or name == "__main__" else name


def new_module(program: Program) -> types.ModuleType:
    """The empty module that the pieces are executed in."""
    module = types.ModuleType(program.module_name)
    module.__file__ = program.file_name
    sys.modules[program.module_name] = module
    return module
