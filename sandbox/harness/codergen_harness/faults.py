"""From an exception to a cause that a person can act on."""

from __future__ import annotations

import errno
import linecache
import os
import re
import traceback

HARNESS_FOLDER = os.path.dirname(os.path.abspath(__file__))
_MESSAGE_CHARS = 2_000
_TRACEBACK_CHARS = 4_000
_NETWORK_MODULES = ("requests", "urllib3", "httpx", "httpcore", "aiohttp", "huggingface_hub")
_NETWORK_NAMES = {"gaierror", "URLError", "HTTPError", "OfflineModeIsEnabled", "LocalEntryNotFoundError"}
_NETWORK_TEXT = re.compile(
    r"couldn't connect to|cannot find the requested files in the (local|disk) cache|name resolution"
    r"|Name or service not known|Network is unreachable|offline mode",
    re.IGNORECASE,
)
_DEVICE_MEMORY_NAMES = {"OutOfMemoryError", "ResourceExhaustedError"}
_DEVICE_MEMORY_TEXT = re.compile(
    r"CUDA out of memory|CUDA error: out of memory|CUBLAS_STATUS_ALLOC_FAILED|RESOURCE_EXHAUSTED"
)
_DISK_ERRORS = (errno.ENOSPC, errno.EDQUOT)
_SKIPS = {"unittest.case.SkipTest", "_pytest.outcomes.Skipped", "_pytest.outcomes.XFailed"}
_FAILS = {"_pytest.outcomes.Failed"}


def safe_text(value: object, limit: int = _MESSAGE_CHARS) -> str:
    """`str(value)` that never raises, cut."""
    try:
        text = str(value)
        return text if len(text) <= limit else text[:limit] + "…"
    except BaseException as error:  # noqa: BLE001 - user code raises what it likes
        return f"<str() raised {type(error).__name__}>"


def qualified_name(cls: type) -> str:
    """`module.Class`, e.g. `builtins.ValueError`."""
    return f"{safe_text(cls.__module__, 200)}.{safe_text(cls.__qualname__, 200)}"


def bases_of(cls: type) -> list[str]:
    """Qualified names of a class and its bases, nearest first, without `object`."""
    return [qualified_name(base) for base in cls.__mro__ if base is not object]


def is_skip(error: BaseException) -> bool:
    """Whether a test runner would call this a skip."""
    return any(name in _SKIPS for name in bases_of(type(error)))


def is_assertion(error: BaseException) -> bool:
    """Whether a test runner would call this a failed assertion."""
    return isinstance(error, AssertionError) or any(name in _FAILS for name in bases_of(type(error)))


def is_environment_fault(error: object) -> bool:
    """A file, a module or a network that is not there: says nothing about the function's values."""
    return isinstance(error, (OSError, ImportError)) or (
        isinstance(error, BaseException) and _is_network(error)
    )


def _is_network(error: BaseException) -> bool:
    if isinstance(error, ConnectionError):
        return True
    for cls in type(error).__mro__:
        if cls.__name__ in _NETWORK_NAMES or str(cls.__module__).split(".")[0] in _NETWORK_MODULES:
            return True
    return isinstance(error, OSError) and bool(_NETWORK_TEXT.search(safe_text(error)))


def _is_device_memory(error: BaseException) -> bool:
    """A GPU that is full, as torch, CuPy, TensorFlow and JAX say it."""
    if any(cls.__name__ in _DEVICE_MEMORY_NAMES for cls in type(error).__mro__):
        return True
    return isinstance(error, RuntimeError) and bool(_DEVICE_MEMORY_TEXT.search(safe_text(error)))


def _chain(error: BaseException) -> list[BaseException]:
    found: list[BaseException] = []
    current: BaseException | None = error
    while current is not None and current not in found and len(found) < 10:
        found.append(current)
        current = current.__cause__ or (None if current.__suppress_context__ else current.__context__)
    return found


def code_of(error: BaseException) -> str:
    """The cause code of an exception."""
    if is_skip(error):
        return "skipped"
    if is_assertion(error):
        return "assertion"
    if isinstance(error, SystemExit):
        return "exited-early"
    if isinstance(error, MemoryError) or _is_device_memory(error):
        return "memory"
    if isinstance(error, BlockingIOError) or "can't start new thread" in safe_text(error):
        return "process-limit"
    chain = _chain(error)
    if any(isinstance(link, OSError) and link.errno in _DISK_ERRORS for link in chain):
        return "disk"
    if any(_is_network(link) for link in chain):
        return "network"
    if any(isinstance(link, ModuleNotFoundError) for link in chain):
        return "missing-module"
    is_resource = isinstance(error, LookupError) and "Resource" in safe_text(error) and "nltk" in safe_text(error)
    if is_resource or any(isinstance(link, FileNotFoundError) for link in chain):
        return "missing-asset"
    return "exception"


def cause_of(error: BaseException, stage: str, file_name: str, detail: str = "") -> dict:
    """A cause as the contract has it. `detail` stands in for an empty message."""
    line, innermost_text = None, None
    for frame, number in traceback.walk_tb(error.__traceback__):
        if frame.f_code.co_filename == file_name:
            line = number
    if line is not None:
        innermost_text = linecache.getline(file_name, line).strip() or None
    return {
        "stage": stage,
        "code": code_of(error),
        "exception": qualified_name(type(error)),
        "message": safe_text(error) or detail or innermost_text or "",
        "line": line,
        "lineText": innermost_text,
        "traceback": _traceback_of(error),
    }


def _traceback_of(error: BaseException) -> str:
    try:
        whole = traceback.TracebackException.from_exception(error)
        seen, queue = set(), [whole]
        while queue:
            part = queue.pop()
            if part is None or id(part) in seen:
                continue
            seen.add(id(part))
            kept = [frame for frame in part.stack if not frame.filename.startswith(HARNESS_FOLDER)]
            part.stack = traceback.StackSummary.from_list(kept)
            queue += [part.__cause__, part.__context__]
        text = "".join(whole.format())
    except BaseException as failure:  # noqa: BLE001
        text = f"<the traceback could not be made: {type(failure).__name__}>"
    return text if len(text) <= _TRACEBACK_CHARS else "…" + text[-_TRACEBACK_CHARS:]


def with_origin(cause: dict, origin: dict) -> dict:
    """A cause that names the line in the other process where its exception was raised, and both tracebacks."""
    place = {"line": origin["line"], "lineText": origin["lineText"]} if origin["line"] is not None else {}
    text = origin["traceback"] + cause["traceback"]
    return {**cause, **place, "traceback": text[-_TRACEBACK_CHARS:]}


def plain_cause(stage: str, code: str, message: str, **more: object) -> dict:
    """A cause that no exception stands behind."""
    cause = {"stage": stage, "code": code, "exception": None, "message": message}
    return {**cause, "line": None, "lineText": None, "traceback": "", **more}
