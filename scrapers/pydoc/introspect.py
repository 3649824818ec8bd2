"""Looks into importable modules and prints what is public and documented, one JSON object a line.

Runs inside the sandbox, because importing a module executes it. Takes one argument, a JSON object:
``modules`` (dotted names, or null to take the import names of ``distribution``), ``distribution`` (or null),
``walk`` (also submodules). Lines have a ``record`` of "package", "page" or "failed".
"""

import importlib
import importlib.metadata
import importlib.util
import inspect
import json
import os
import pkgutil
import platform
import re
import sys
import types
import warnings

SKIPPED_PARTS = {"tests", "test", "conftest", "setup", "__main__", "_vendor", "vendor", "externals"}
MAX_DEFAULT_CHARS = 200
ADDRESS = re.compile(r" at 0x[0-9A-Fa-f]+")


def main() -> None:
    """Print the records for the request in the first argument."""
    request = json.loads(sys.argv[1])
    out = private_stdout()
    emit = lambda record: print(json.dumps(record, ensure_ascii=True), file=out)  # noqa: E731
    warnings.simplefilter("ignore")
    distribution = request["distribution"]
    emit({"record": "package", **package_facts(distribution)})
    names = request["modules"] or import_names(distribution)
    modules = {}
    for name in names:
        for found, module, error in load_modules(name, request["walk"]):
            if module is None:
                emit({"record": "failed", "module": found, "error": error})
            else:
                modules[found] = module
    for page in pages(modules):
        emit({"record": "page", **page})
    out.flush()
    os._exit(0)  # libraries may have started threads that would not end


def private_stdout():
    """The real standard output; what libraries print goes to standard error from now on."""
    out = os.fdopen(os.dup(1), "w", encoding="ascii")
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return out


def package_facts(distribution):
    """Version, licence words and addresses from the distribution's metadata."""
    if distribution is None:
        return {"distribution": None, "version": platform.python_version(), "licences": [], "urls": {}, "summary": None}
    metadata = importlib.metadata.metadata(distribution)
    classifiers = metadata.get_all("Classifier") or []
    licences = [line.split(" :: ")[-1] for line in classifiers if line.startswith("License :: ")]
    for key in ("License", "License-Expression"):
        value = metadata.get(key)
        if value and len(value) < 100 and "\n" not in value:
            licences = [value]
    urls = dict(line.split(", ", 1) for line in metadata.get_all("Project-URL") or [] if ", " in line)
    if metadata.get("Home-page"):
        urls.setdefault("Homepage", metadata["Home-page"])
    return {
        "distribution": metadata["Name"],
        "version": metadata["Version"],
        "licences": licences,
        "urls": urls,
        "summary": metadata.get("Summary"),
    }


def import_names(distribution) -> list:
    """Top-level import names that a distribution installs, without private ones."""
    found = importlib.metadata.distribution(distribution)
    names = set((found.read_text("top_level.txt") or "").split())
    if not names:
        for file in found.files or []:
            top = file.parts[0]
            if len(file.parts) > 1 and file.suffix == ".py":
                names.add(top)
            elif len(file.parts) == 1 and file.suffix in (".py", ".so", ".pyd"):
                names.add(top.partition(".")[0])
    return sorted(name for name in names if name.isidentifier() and not is_skipped(name))


def is_skipped(name: str) -> bool:
    """True for a private or test module, by its last part."""
    return name.startswith("_") or name in SKIPPED_PARTS or name.startswith("test_") or name.endswith("_test")


def load_modules(name: str, walk: bool):
    """Yield (name, module or None, error) for a module and, when asked, its public submodules."""
    module, error = load(name)
    yield name, module, error
    if module is None or not walk or not hasattr(module, "__path__"):
        return
    for info in sorted(pkgutil.iter_modules(module.__path__), key=lambda info: info.name):
        if not is_skipped(info.name):
            yield from load_modules(f"{name}.{info.name}", walk)


def load(name: str):
    """Import one module; whatever it raises is its error."""
    try:
        return importlib.import_module(name), None
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # noqa: BLE001
        return None, f"{type(error).__name__}: {error}"[:500]


def pages(modules: dict):
    """One page a public object, under its shortest public path, in the order of the paths."""
    best = {}
    for module_name, module in modules.items():
        for name, value in public_members(module_name, module):
            key = (module_name.count("."), len(module_name), module_name, name)
            previous = best.get(id(value))
            if previous is None or key < previous[0]:
                best[id(value)] = (key, module_name, name, value)
    found = [page_of(module_name, name, value) for _, module_name, name, value in best.values()]
    for _, module_name, name, value in best.values():
        found.extend(method_pages(module_name, name, value))
    for module_name, module in modules.items():
        if has_doctest(module.__doc__):
            found.append(module_page(module_name, module))
    return sorted(found, key=lambda page: page["path"])


def public_members(module_name: str, module):
    """Documented public callables that belong to a module."""
    exported = getattr(module, "__all__", None)
    names = exported if isinstance(exported, (list, tuple)) else [name for name in dir(module) if name[:1] != "_"]
    for name in sorted(set(name for name in names if isinstance(name, str))):
        try:
            value = getattr(module, name)
        except Exception:  # noqa: BLE001
            continue
        if not is_callable_object(value) or name.startswith("_"):
            continue
        if exported is None and not belongs(value, module_name):
            continue
        if exported is not None and home_of(value).partition(".")[0] not in homes(module_name):
            continue
        yield name, value


def is_callable_object(value) -> bool:
    """A function, class or the like that has a docstring of its own; modules and plain instances are not."""
    if isinstance(value, types.ModuleType) or not callable(value):
        return False
    doc = getattr(value, "__doc__", None)
    if not isinstance(doc, str) or not doc.strip():
        return False
    return isinstance(value, type) or doc != type(value).__doc__


def home_of(value) -> str:
    """The module that an object says it comes from."""
    home = getattr(value, "__module__", None)
    return home if isinstance(home, str) else ""


def homes(module_name: str) -> set:
    """Top-level names under which members of a module may be defined: itself, its C twin, the builtins."""
    top = module_name.partition(".")[0]
    leaf = module_name.rpartition(".")[2]
    return {"", top, f"_{top}", f"_{leaf}", "builtins", "posix", "nt", "posixpath", "genericpath", "ntpath", "types"}


def belongs(value, module_name: str) -> bool:
    """Without ``__all__``: only what was defined in the module, in its private twin, or below it."""
    home = home_of(value)
    leaf = module_name.rpartition(".")[2]
    return home in ("", module_name, f"_{leaf}", f"_{module_name}") or home.startswith((f"{module_name}._", "_pydatetime"))


def has_doctest(doc) -> bool:
    """True when a docstring shows an interactive example."""
    return isinstance(doc, str) and ">>>" in doc


def page_of(module_name: str, name: str, value) -> dict:
    """The facts about one function or class."""
    kind = "class" if isinstance(value, type) else "function"
    methods = []
    if kind == "class":
        methods = [key for key, member in vars(value).items() if key[:1] != "_" and callable(unwrapped(member))]
    return {
        "path": f"{module_name}.{name}",
        "module": module_name,
        "qualname": name,
        "kind": kind,
        "methods": methods,
        "doc": inspect.cleandoc(value.__doc__),
        **signature_facts(value),
        **source_facts(value),
    }


def method_pages(module_name: str, name: str, value):
    """Pages of a class's own public methods that show an example of their own."""
    if not isinstance(value, type):
        return
    for key, raw in vars(value).items():
        member = unwrapped(raw)
        doc = getattr(member, "__doc__", None)
        if key.startswith("_") or not has_doctest(doc) or not (callable(member) or isinstance(raw, property)):
            continue
        yield {
            "path": f"{module_name}.{name}.{key}",
            "module": module_name,
            "qualname": f"{name}.{key}",
            "kind": "method",
            "methods": [],
            "doc": inspect.cleandoc(doc),
            **signature_facts(member),
            **source_facts(member),
        }


def unwrapped(member):
    """The function behind a static or class method."""
    return member.__func__ if isinstance(member, (staticmethod, classmethod)) else member


def module_page(module_name: str, module) -> dict:
    """The page of a module whose docstring shows examples."""
    return {
        "path": module_name,
        "module": module_name,
        "qualname": module_name,
        "kind": "module",
        "methods": [],
        "doc": inspect.cleandoc(module.__doc__),
        "signature": None,
        "parameters": [],
        "returns": None,
        **source_facts(module),
    }


def signature_facts(value) -> dict:
    """Signature text, parameters and return annotation; nulls where Python cannot tell."""
    try:
        signature = inspect.signature(value)
        text = ADDRESS.sub("", str(signature))
        parameters = [parameter_facts(parameter) for parameter in signature.parameters.values()]
        returns = annotation_text(signature.return_annotation)
    except Exception:  # noqa: BLE001 - signatures are built from whatever a library put there
        return {"signature": None, "parameters": [], "returns": None}
    return {"signature": text, "parameters": parameters, "returns": returns}


def parameter_facts(parameter) -> dict:
    """Name, kind, annotation and default of a parameter, as text."""
    default = None if parameter.default is inspect.Parameter.empty else repr(parameter.default)[:MAX_DEFAULT_CHARS]
    return {
        "name": parameter.name,
        "kind": parameter.kind.name.lower().replace("_", "-"),
        "annotation": annotation_text(parameter.annotation),
        "default": None if default is None else ADDRESS.sub("", default),
    }


def annotation_text(annotation):
    """An annotation as it would be written; null without one."""
    if annotation is inspect.Signature.empty:
        return None
    return ADDRESS.sub("", inspect.formatannotation(annotation))[:MAX_DEFAULT_CHARS]


def source_facts(value) -> dict:
    """The source file below its import folder and the first line; nulls for compiled objects."""
    try:
        target = inspect.unwrap(value) if callable(value) else value
        file = inspect.getsourcefile(target)
        line = 1 if isinstance(value, types.ModuleType) else inspect.getsourcelines(target)[1]
    except Exception:  # noqa: BLE001
        return {"sourceFile": None, "line": None}
    roots = [root for root in sys.path if root and file.startswith(root + os.sep)]
    relative = os.path.relpath(file, max(roots, key=len)) if roots else os.path.basename(file)
    return {"sourceFile": relative, "line": line}


if __name__ == "__main__":
    main()
