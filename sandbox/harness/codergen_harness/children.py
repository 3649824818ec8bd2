"""Runs one piece of the program's work in a forked child and watches it to its end.

The one rule: what the child is believed to have done comes from its report pipe, as lines that begin with
a token made for this child, written by the process that was forked here. Exit status and output are only
ever reasons not to believe it.
"""

from __future__ import annotations

import faulthandler
import fcntl
import os
import resource

import select
import signal
import sys
import time
from dataclasses import dataclass, field
from typing import Callable

from . import system
from .output import OutputKeeper
from .reporting import Reporter, parse_reports
from .wire import LineReader

_PIPE_BYTES = 1 << 20
_READ_BYTES = 1 << 18
_FIRST_LOOK_SECONDS = 0.03
_LOOK_SECONDS = 0.05
_DUMP_SECONDS = 0.2
_DUMP_PAUSE_SECONDS = 0.02
_DUMP_BYTES = 1 << 16
_OPEN_FILES = 1024


@dataclass
class ChildEnd:
    """How a child ended."""

    reports: list[dict] = field(default_factory=list)
    stage: str = "import"
    forged: bool = False
    #: Which limit ended it: "cpu-limit", "wall-limit", "output-limit", "process-limit", or None.
    ended_by: str | None = None
    exit_code: int | None = None
    signal: int | None = None
    output: str = ""
    output_bytes: int = 0
    #: What the interpreter said it was running when the limit came, innermost frame first.
    stack_dump: str = ""
    #: False when processes it started could not be killed.
    cleaned: bool = True


class ChildRunner:
    """Forks children that all have the same limits."""

    def __init__(self, limits: dict, tree: system.ProcessTree, scratch: str, private_fds: list[int]) -> None:
        self._limits = limits
        self._tree = tree
        self._scratch = scratch
        self._private_fds = private_fds
        self._count = 0

    def run(self, body: Callable[[Reporter], None]) -> ChildEnd:
        """Run `body` in a child; returns when the child and all it started are gone."""
        self._count += 1
        folder = os.path.join(self._scratch, f"run-{self._count}")
        os.mkdir(folder, 0o700)
        pipes = {name: os.pipe() for name in ("output", "report", "dump")}
        token = os.urandom(16).hex()
        pid = os.fork()
        if pid == 0:
            try:
                reporter = self._enter_child(folder, pipes, token)
                body(reporter)
            finally:
                os._exit(70)
        for _, write_end in pipes.values():
            os.close(write_end)
        end = _Watch(pid, {name: read for name, (read, _) in pipes.items()}, self._limits, self._tree).watch()
        parse_reports(end.lines, token, end.result)
        system.wipe_folder(self._scratch)
        return end.result

    def _enter_child(self, folder: str, pipes: dict, token: str) -> Reporter:
        """In the child: own group, standard streams, limits; everything of the harness's closed."""
        os.setpgid(0, 0)
        system.die_with_parent()
        empty = os.open(os.devnull, os.O_RDONLY)
        os.dup2(empty, 0)
        os.dup2(pipes["output"][1], 1)
        os.dup2(pipes["output"][1], 2)
        floor = 300 + int.from_bytes(os.urandom(2), "big") % 600
        report = fcntl.fcntl(pipes["report"][1], fcntl.F_DUPFD_CLOEXEC, floor)
        dump = fcntl.fcntl(pipes["dump"][1], fcntl.F_DUPFD_CLOEXEC, floor + 1)
        for fd in [empty, *self._private_fds, *(end for pair in pipes.values() for end in pair)]:
            if fd > 2:
                os.close(fd)
        os.chdir(folder)
        os.environ["HOME"] = os.environ["TMPDIR"] = os.environ["PWD"] = folder
        tempfile = sys.modules.get("tempfile")
        if tempfile is not None:
            tempfile.tempdir = None
        self._reseed()
        faulthandler.register(signal.SIGXCPU, file=dump, all_threads=False)
        self._set_limits()
        system.set_dumpable(True)
        return Reporter(report, token)

    @staticmethod
    def _reseed() -> None:
        """Children must not all draw the same random numbers (`random` does this by itself)."""
        numpy_random = sys.modules.get("numpy.random")
        if numpy_random is not None:
            numpy_random.seed()

    def _set_limits(self) -> None:
        limits = self._limits
        cpu = int(limits["cpuSeconds"]) + 2
        system.limit(resource.RLIMIT_CPU, cpu)
        system.limit(resource.RLIMIT_AS, system.address_space() + limits["memoryBytes"])
        system.limit(resource.RLIMIT_FSIZE, limits["fileBytes"])
        system.limit(resource.RLIMIT_CORE, 0)
        system.limit(resource.RLIMIT_NOFILE, _OPEN_FILES)
        if limits.get("countByUser"):
            system.limit(resource.RLIMIT_NPROC, limits["processes"] + 8)


class _Watch:
    """Drains a child's pipes and enforces its limits until it has ended."""

    def __init__(self, pid: int, pipes: dict, limits: dict, tree: system.ProcessTree) -> None:
        self.pid = pid
        self.result = ChildEnd()
        self.lines: list[bytes] = []
        self._limits = limits
        self._tree = tree
        self._output_fd = pipes["output"]
        self._dump_fd = pipes["dump"]
        self._reader = LineReader(pipes["report"])
        self._keeper = OutputKeeper(limits["outputKeptBytes"])
        self._poll = select.poll()
        for fd in pipes.values():
            os.set_blocking(fd, False)
        fcntl.fcntl(self._output_fd, getattr(fcntl, "F_SETPIPE_SZ", 1031), _PIPE_BYTES)
        self._pidfd = os.pidfd_open(pid) if hasattr(os, "pidfd_open") else -1

    def watch(self) -> "_Watch":
        for fd in (self._output_fd, self._reader.fd, self._pidfd):
            if fd >= 0:
                self._poll.register(fd, select.POLLIN)
        started = time.monotonic()
        look_at = started + _FIRST_LOOK_SECONDS
        status = None
        while status is None:
            now = time.monotonic()
            if now >= look_at and self._over_limit(now - started):
                break
            look_at = look_at if now < look_at else now + _LOOK_SECONDS
            self._read_ready(max(look_at - now, 0.001))
            status = self._wait()
        if status is None:
            self._dump_stack()
            os.kill(self.pid, signal.SIGKILL)
            _, status = os.waitpid(self.pid, 0)
        self._finish(status)
        return self

    def _wait(self) -> int | None:
        pid, status = os.waitpid(self.pid, os.WNOHANG)
        return status if pid else None

    def _read_ready(self, timeout: float) -> None:
        if self._pidfd < 0:
            timeout = min(timeout, 0.002)
        for fd, _ in self._poll.poll(timeout * 1000):
            if fd == self._output_fd:
                if not self._read_output():
                    self._poll.unregister(fd)
            elif fd == self._reader.fd:
                self.lines += self._reader.read_available()
                if self._reader.closed:
                    self._poll.unregister(fd)

    def _read_output(self) -> bool:
        """Read once. False at the end of the stream."""
        try:
            data = os.read(self._output_fd, _READ_BYTES)
        except BlockingIOError:
            return True
        self._keeper.add(data)
        return bool(data)

    def _over_limit(self, elapsed: float) -> bool:
        """Whether a limit is passed now; notes which."""
        limits = self._limits
        threads, cpu = self._tree.usage()
        if cpu > limits["cpuSeconds"]:
            self.result.ended_by = "cpu-limit"
        elif elapsed > limits["wallSeconds"]:
            self.result.ended_by = "wall-limit"
        elif threads > limits["processes"]:
            self.result.ended_by = "process-limit"
        elif self._keeper.total > limits["outputLimitBytes"]:
            self.result.ended_by = "output-limit"
        return self.result.ended_by is not None

    def _dump_stack(self) -> None:
        """Ask the interpreter where it is, at the C level, so that a program that hangs can be told where."""
        os.kill(self.pid, signal.SIGXCPU)
        dump, patience = b"", _DUMP_SECONDS
        while select.select([self._dump_fd], [], [], patience)[0]:
            data = os.read(self._dump_fd, 1 << 16)
            if not data or len(dump) > _DUMP_BYTES:
                break
            dump, patience = dump + data, _DUMP_PAUSE_SECONDS
        self.result.stack_dump = dump.decode("utf-8", "replace")

    def _finish(self, status: int) -> None:
        result = self.result
        if os.WIFSIGNALED(status):
            result.signal = os.WTERMSIG(status)
        else:
            result.exit_code = os.WEXITSTATUS(status)
        result.cleaned = self._tree.kill_and_reap()
        self.lines += self._reader.drain()
        for _ in range(2 * _PIPE_BYTES // _READ_BYTES):
            before = self._keeper.total
            if not self._read_output() or self._keeper.total == before:
                break
        if result.ended_by is None and self._keeper.total > self._limits["outputLimitBytes"]:
            result.ended_by = "output-limit"
        if result.signal == signal.SIGXCPU and result.ended_by is None:
            result.ended_by = "cpu-limit"
        result.output, result.output_bytes = self._keeper.text(), self._keeper.total
        for fd in (self._output_fd, self._dump_fd, self._reader.fd, self._pidfd):
            if fd >= 0:
                os.close(fd)
