"""The trusted code that tests rely on: a prompt's imports and helpers, without the function that is graded."""

from __future__ import annotations

import ast
import warnings


def trusted_context(code: str, function_name: str) -> str:
    """`code` without its definition of `function_name`; a prompt that ends in the middle of that is mended."""
    if not code.strip():
        return ""
    lines = code.splitlines()
    tree = _parsed(code) or _parsed(code + "\n    pass\n") or _parsed(_before(lines, function_name))
    if tree is None:
        return ""
    named = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    kept = [node for node in tree.body if not (isinstance(node, named) and node.name == function_name)]
    return "\n".join(ast.unparse(node) for node in kept)


def _parsed(code: str) -> ast.Module | None:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _before(lines: list[str], function_name: str) -> str:
    """What stands above the line that begins the function."""
    for place, line in enumerate(lines):
        if line.startswith((f"def {function_name}", f"async def {function_name}", f"class {function_name}")):
            return "\n".join(lines[:place])
    return ""
