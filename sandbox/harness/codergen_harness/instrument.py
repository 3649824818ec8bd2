"""Marks the assertions of a test cell, so that one that was never executed cannot count as passed.

What counts as an assertion: `assert`, calls of `assert…` methods and functions (unittest, numpy.testing,
torch.testing), `pytest.raises`/`warns`, and an `if`, or a `try`, around an explicit failure
(`raise AssertionError`, `pytest.fail`). The hooks are put in as constants of the code, not as names, so
that the program has no name to overwrite. `assert True` is no assertion.
"""

from __future__ import annotations

import ast
import types
from dataclasses import dataclass, field

#: Placeholders that `bind` replaces by functions in the compiled code.
DONE, MARK, CALL, EQUAL = (f"\0codergen {name}" for name in ("done", "mark", "call", "equal"))
_BLOCK_CALLS = {"raises", "warns", "deprecated_call"}
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass
class Instrumented:
    """A test cell with hooks, and which assertions belong to which function."""

    tree: ast.Module
    #: For each function of the cell: its assertions, and the names it mentions.
    sites: dict[str, set[int]] = field(default_factory=dict)
    mentions: dict[str, set[str]] = field(default_factory=dict)
    #: Names that the cell reads; names that it gives something to; attributes, parameters and imports.
    loaded: set[str] = field(default_factory=set)
    bound: set[str] = field(default_factory=set)
    mentioned: set[str] = field(default_factory=set)

    def written_for(self, case: str) -> set[int]:
        """Assertions of a case and of the cell's own functions that it can reach."""
        seen: set[str] = set()
        queue = [case.rpartition(".")[2]]
        written: set[int] = set()
        while queue:
            name = queue.pop()
            if name in seen or name not in self.sites:
                continue
            seen.add(name)
            written |= self.sites[name]
            queue += self.mentions[name]
        return written


def _call(placeholder: str, arguments: list[ast.expr], like: ast.AST) -> ast.Call:
    node = ast.Call(func=ast.Constant(value=placeholder), args=arguments, keywords=[])
    return ast.fix_missing_locations(ast.copy_location(node, like))


def _called_name(node: ast.AST) -> tuple[str, bool]:
    """Last part of what is called, and whether it is an attribute."""
    if isinstance(node, ast.Attribute):
        return node.attr, True
    return (node.id, False) if isinstance(node, ast.Name) else ("", False)


def _is_failure(node: ast.stmt) -> bool:
    """`raise AssertionError…`, `pytest.fail(…)`, `self.fail(…)`, `assert False`."""
    if isinstance(node, ast.Raise) and node.exc is not None:
        raised = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
        return _called_name(raised)[0] in ("AssertionError", "failureException")
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        return _called_name(node.value.func) == ("fail", True)
    return isinstance(node, ast.Assert) and isinstance(node.test, ast.Constant) and not node.test.value


class _Hooks(ast.NodeTransformer):
    def __init__(self, own_functions: set[str]) -> None:
        self.own_functions = own_functions
        self.sites: dict[str, set[int]] = {"": set()}
        self.mentions: dict[str, set[str]] = {"": set()}
        self.loaded: set[str] = set()
        self.bound: set[str] = set()
        self.mentioned: set[str] = set()
        self._owner = ""
        self._next = 0

    def _site(self, like: ast.AST) -> ast.Constant:
        self._next += 1
        self.sites[self._owner].add(self._next)
        return ast.copy_location(ast.Constant(value=self._next), like)

    def _visit_function(self, node):
        outer = self._owner
        if outer == "":
            self._owner = node.name
            self.sites.setdefault(node.name, set())
            self.mentions.setdefault(node.name, set())
            self.bound.add(node.name)
        self.generic_visit(node)
        self._owner = outer
        return node

    visit_FunctionDef = visit_AsyncFunctionDef = _visit_function

    def visit_Name(self, node: ast.Name) -> ast.Name:
        self.mentions[self._owner].add(node.id)
        (self.loaded if isinstance(node.ctx, ast.Load) else self.bound).add(node.id)
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.Attribute:
        self.mentions[self._owner].add(node.attr)
        self.mentioned.add(node.attr)
        self.generic_visit(node)
        return node

    def visit_arg(self, node: ast.arg) -> ast.arg:
        self.bound.add(node.arg)
        self.mentioned.add(node.arg)
        return node

    def visit_alias(self, node: ast.alias) -> ast.alias:
        self.bound.add(node.asname or node.name.partition(".")[0])
        self.mentioned.update(node.name.split("."))
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.ClassDef:
        self.bound.add(node.name)
        self.generic_visit(node)
        return node

    def visit_Assert(self, node: ast.Assert) -> ast.Assert:
        self.generic_visit(node)
        if not isinstance(node.test, ast.Constant):
            node.test = _call(DONE, [self._site(node), _watch_equality(node.test)], node.test)
        return node

    def visit_If(self, node: ast.If) -> ast.If:
        failing = any(_is_failure(child) for child in [*node.body, *node.orelse])
        self.generic_visit(node)
        if failing:
            node.test = _call(DONE, [self._site(node), _watch_equality(node.test)], node.test)
        return node

    def visit_Try(self, node: ast.Try) -> ast.Try:
        failing = any(_is_failure(child) for child in [*node.body, *node.orelse])
        self.generic_visit(node)
        if failing:
            site = self._site(node)
            for handler in node.handlers:
                mark = ast.copy_location(ast.Expr(value=_call(MARK, [site], handler)), handler)
                handler.body.insert(0, mark)
        return node

    def visit_Call(self, node: ast.Call) -> ast.Call:
        name, is_attribute = _called_name(node.func)
        counts = name.startswith("assert") or name in _BLOCK_CALLS
        self.generic_visit(node)
        if counts and (is_attribute or name not in self.own_functions):
            node.func = _call(CALL, [self._site(node), node.func], node.func)
        return node


def _watch_equality(test: ast.expr) -> ast.expr:
    """Route `a == b`, alone or inside `and`/`or`/`not`, through a hook that sees both sides."""
    if isinstance(test, ast.BoolOp):
        test.values = [_watch_equality(value) for value in test.values]
    elif isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        test.operand = _watch_equality(test.operand)
    elif isinstance(test, ast.Compare) and len(test.ops) == 1 and isinstance(test.ops[0], ast.Eq):
        return _call(EQUAL, [test.left, test.comparators[0]], test)
    return test


def instrument(tree: ast.Module) -> Instrumented:
    """Put the hooks into a parsed test cell (changed in place)."""
    own = {node.name for node in ast.walk(tree) if isinstance(node, _FUNCTIONS)}
    hooks = _Hooks(own)
    hooked = hooks.visit(tree)
    return Instrumented(hooked, hooks.sites, hooks.mentions, hooks.loaded, hooks.bound, hooks.mentioned)


def bind(code: types.CodeType, hooks: dict[str, object]) -> types.CodeType:
    """`code` with the placeholders replaced by functions, in nested code too."""
    constants = tuple(
        bind(value, hooks)
        if isinstance(value, types.CodeType)
        else hooks.get(value, value)
        if isinstance(value, str)
        else value
        for value in code.co_consts
    )
    return code.replace(co_consts=constants)
