"""Edited copies of programs, for scripts/bench/contamination.ts: one JSON object a line with "code" in, one with the copies
out (null where it is no Python). "plain": laid out anew, without comments and docstrings; "renamed": and with other names
for functions, parameters and variables; "edited": and with one statement more in every function."""

import ast
import builtins
import json
import sys


class Strip(ast.NodeTransformer):
    def visit_FunctionDef(self, node):
        self.generic_visit(node)
        first = node.body[0]
        if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
            node.body = node.body[1:] or [ast.Pass()]
        return node

    visit_ClassDef = visit_FunctionDef


class Rename(ast.NodeTransformer):
    def __init__(self, names):
        self.names = {name: f"item_{number}" for number, name in enumerate(sorted(names))}

    def visit_Name(self, node):
        node.id = self.names.get(node.id, node.id)
        return node

    def visit_arg(self, node):
        node.arg = self.names.get(node.arg, node.arg)
        self.generic_visit(node)
        return node

    def visit_FunctionDef(self, node):
        node.name = self.names.get(node.name, node.name)
        self.generic_visit(node)
        return node


def names_of(tree):
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
        elif isinstance(node, ast.arg):
            found.add(node.arg)
        elif isinstance(node, ast.FunctionDef):
            found.add(node.name)
    return found - set(dir(builtins))


def copies(code):
    try:
        tree = Strip().visit(ast.parse(code))
    except SyntaxError:
        return None
    plain = ast.unparse(tree)
    tree = Rename(names_of(tree)).visit(tree)
    renamed = ast.unparse(tree)
    for node in [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]:
        node.body.insert(len(node.body) // 2, ast.parse("extra_value = None").body[0])
    return {"plain": plain, "renamed": renamed, "edited": ast.unparse(ast.fix_missing_locations(tree))}


def functions(folders):
    """Functions of Python files below folders, and their docstrings."""
    import pathlib

    for folder in folders:
        for path in sorted(pathlib.Path(folder).rglob("*.py")):
            if "/test" in str(path):
                continue
            try:
                tree = ast.parse(path.read_text("utf-8"))
            except (SyntaxError, UnicodeDecodeError, OSError):
                continue
            for node in ast.walk(tree):
                if isinstance(node, ast.FunctionDef):
                    yield {"code": ast.unparse(node), "text": ast.get_docstring(node) or ""}


if __name__ == "__main__":
    if len(sys.argv) > 1:
        for found in functions(sys.argv[1:]):
            print(json.dumps(found))
    else:
        for line in sys.stdin:
            print(json.dumps(copies(json.loads(line)["code"])))
