"""Kernel-side filters of system calls, installed by the harness: once for all it starts, once more a program.

`syscalls.json` holds the numbers: what no program needs and what reaches into other processes or the kernel
(ptrace, process_vm_*, mount, bpf, perf, keys, user faults, modules, namespaces, io_uring) fails with EPERM;
the rest is allowed. Machines of other kinds run without filters, and say so.
"""

from __future__ import annotations

import ctypes
import json
import os
import struct

from . import system

_PR_SET_SECCOMP = 22
_MODE_FILTER = 2
_ALLOW, _ERRNO = 0x7FFF0000, 0x00050000
_EPERM, _ENOSYS = 1, 38
_LOAD, _EQUAL, _ANY_BIT, _AT_LEAST, _RETURN = 0x20, 0x15, 0x45, 0x35, 0x06
_NUMBER_AT, _ARCH_AT, _ARGUMENTS_AT = 0, 4, 16
_X32_BIT = 0x40000000
_NEW_NAMESPACES = 0x7E020000


def _read_table() -> dict | None:
    path = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "syscalls.json")
    with open(path, encoding="ascii") as file:
        return json.load(file).get(os.uname().machine)


_TABLE = _read_table()


def _step(code: int, value: int, when_true: int = 0, when_false: int = 0) -> bytes:
    return struct.pack("=HBBI", code, when_true, when_false, value & 0xFFFFFFFF)


def _refuse(code: int, value: int, error: int = _EPERM) -> bytes:
    """Fail with `error` when what was loaded compares so with `value`; go on otherwise."""
    return _step(code, value, 0, 1) + _step(_RETURN, _ERRNO | error)


def _head(table: dict) -> bytes:
    return (
        _step(_LOAD, _ARCH_AT) + _step(_EQUAL, table["audit"], 1, 0) + _step(_RETURN, _ERRNO | _EPERM)
        + _step(_LOAD, _NUMBER_AT) + _refuse(_AT_LEAST, _X32_BIT, _ENOSYS)
    )


def _argument_check(number: int, place: int, refused: bytes) -> bytes:
    """When the call is `number`, refuse it by one of its arguments."""
    steps = _step(_LOAD, _ARGUMENTS_AT + 8 * place) + refused + _step(_RETURN, _ALLOW)
    return _step(_EQUAL, number, 0, len(steps) // 8) + steps


def _install(program: bytes) -> bool:
    buffer = ctypes.create_string_buffer(program, len(program))
    header = struct.pack("HP", len(program) // 8, ctypes.addressof(buffer))
    fprog = ctypes.create_string_buffer(header, len(header))
    return system.prctl(_PR_SET_SECCOMP, _MODE_FILTER, ctypes.addressof(fprog)) == 0


def restrict() -> bool:
    """Filter this process and all it will start. False where that cannot be done."""
    if _TABLE is None:
        return False
    program = _head(_TABLE)
    for number in _TABLE["denied"]:
        program += _refuse(_EQUAL, number)
    for number in _TABLE["missing"]:
        program += _refuse(_EQUAL, number, _ENOSYS)
    program += _argument_check(_TABLE["clone"], 0, _refuse(_ANY_BIT, _NEW_NAMESPACES))
    return _install(program + _step(_RETURN, _ALLOW))


def protect(pids: list[int]) -> bool:
    """Keep this process from signalling or limiting some others, or everybody at once."""
    if _TABLE is None:
        return False
    refused = b"".join(_refuse(_EQUAL, pid) for pid in (-1, *pids, *(-pid for pid in pids if pid > 1)))
    by_place: dict[int, list[int]] = {}
    for number, place in _TABLE["process"].items():
        by_place.setdefault(place, []).append(int(number))
    program = _head(_TABLE)
    for place, numbers in by_place.items():
        check = _step(_LOAD, _ARGUMENTS_AT + 8 * place) + refused + _step(_RETURN, _ALLOW)
        left = len(numbers)
        for number in numbers:  # to the check when it is one of them, over the check after the last
            left -= 1
            program += _step(_EQUAL, number, left, 0 if left else len(check) // 8)
        program += check
    return _install(program + _step(_RETURN, _ALLOW))
