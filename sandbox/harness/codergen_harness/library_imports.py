"""Imports of library modules outside the children, so that their cost is paid once.

A job imports what its program names: `module`, or `module:name` for a name that the program takes from it, since
modules that load lazily do their work only then. What several jobs wanted, what took measurable time and left no
threads behind is then imported by the zygote itself, so that later jobs find it there.
"""

from __future__ import annotations

import gc
import importlib
import os
import sys
import time

#: Importing these is an effect of its own that the program must see.
_EFFECTS = {"this", "antigravity", "__main__", "__hello__", "idlelib"}
_WORTH_SECONDS = 0.002
_USES_BEFORE_PRELOAD = 2
#: What was taken from modules by name in this process, or in the one it was forked from.
_taken: "set[str]" = set()


def _import_quietly(wanted: str) -> None:
    module, _, name = wanted.partition(":")
    try:
        imported = importlib.import_module(module)
        if name:
            getattr(imported, name)
            _taken.add(wanted)
    except BaseException:  # noqa: BLE001 - the program's own import will tell
        pass


def import_for_job(names: list[str]) -> dict:
    """Import in the job; says which took time, and how many threads were left running."""
    slow = []
    before = _threads()
    for name in names:
        if _is_there(name) or name.partition(":")[0].partition(".")[0] in _EFFECTS:
            continue
        started = time.perf_counter()
        _import_quietly(name)
        if time.perf_counter() - started > _WORTH_SECONDS and _is_there(name):
            slow.append(name)
    return {"slow": slow, "threads": _threads() - before}


def _is_there(wanted: str) -> bool:
    """Whether it was imported, or taken from its module before: lazy modules may not keep what they give."""
    module, _, name = wanted.partition(":")
    return module in sys.modules and (not name or wanted in _taken or name in vars(sys.modules[module]))


def _threads() -> int:
    return len(os.listdir("/proc/self/task"))


def keep_from_collector() -> None:
    """Take everything alive out of the collector's sight: a collection in a fork would copy every page."""
    gc.collect()
    gc.freeze()


class Preloader:
    """The zygote's memory of what jobs import."""

    def __init__(self) -> None:
        self._uses: dict[str, int] = {}

    def note(self, imported: dict) -> None:
        """Count what a job imported; threads make its modules unfit to be loaded before a fork."""
        if imported["threads"] > 0:
            return
        for name in imported["slow"]:
            self._uses[name] = self._uses.get(name, 0) + 1

    def preload(self) -> None:
        """Import what has been wanted often enough."""
        wanted = [name for name, uses in self._uses.items() if uses >= _USES_BEFORE_PRELOAD]
        for name in wanted:
            del self._uses[name]
            _import_quietly(name)
        if wanted:
            keep_from_collector()
