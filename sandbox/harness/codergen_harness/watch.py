"""Watches a child to its end: drains its pipes, enforces its limits, ends what it started."""

from __future__ import annotations

import fcntl
import os
import select
import signal
import time
from dataclasses import dataclass, field

from . import system
from .output import OutputKeeper
from .wire import LineReader

_PIPE_BYTES = 1 << 20
_READ_BYTES = 1 << 18
_FIRST_LOOK_SECONDS = 0.03
_LOOK_SECONDS = 0.05
_DUMP_SECONDS = 0.2
_DUMP_PAUSE_SECONDS = 0.02
_DUMP_BYTES = 1 << 16


@dataclass
class ChildEnd:
    """How a child ended."""

    reports: list[dict] = field(default_factory=list)
    stage: str = "import"
    forged: bool = False
    #: What the program did to reach into what judges it, where that was seen.
    tampered: str | None = None
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
    #: The program had a process of its own, and that ended before the tests did; how is told above.
    candidate_ended: bool = False


class ChildWatch:
    """Drains a child's pipes and enforces its limits until it has ended."""

    def __init__(self, pid: int, pipes: dict, limits: dict, tree: system.ProcessTree) -> None:
        self.pid = pid
        self.result = ChildEnd()
        self.lines: list[bytes] = []
        self._limits = limits
        self._tree = tree
        self._output_fds = [fd for name, fd in pipes.items() if name.startswith("output")]
        self._dump_fd = pipes["dump"]
        self._reader = LineReader(pipes["report"])
        self._keeper = OutputKeeper(limits["outputKeptBytes"])
        self._poll = select.poll()
        for fd in pipes.values():
            os.set_blocking(fd, False)
        for fd in self._output_fds:
            fcntl.fcntl(fd, getattr(fcntl, "F_SETPIPE_SZ", 1031), _PIPE_BYTES)
        self._pidfd = os.pidfd_open(pid) if hasattr(os, "pidfd_open") else -1

    def watch(self) -> "ChildWatch":
        """Return when the child has ended and everything it started is gone."""
        for fd in (*self._output_fds, self._reader.fd, self._pidfd):
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
            if status is None and self._given_up():
                break
        self._finish(self._end_now() if status is None else status)
        return self

    def _end_now(self) -> int:
        """End the child at a limit; its status."""
        self._dump_stack()
        os.kill(self.pid, signal.SIGKILL)
        return os.waitpid(self.pid, 0)[1]

    def _own_cpu(self) -> float:
        """CPU seconds of this process that count for the program."""
        return 0.0

    def _wait(self) -> int | None:
        pid, status = os.waitpid(self.pid, os.WNOHANG)
        return status if pid else None

    def _given_up(self) -> bool:
        """Whether there is a reason besides the limits to end the child now."""
        return False

    def _read_ready(self, timeout: float) -> None:
        if self._pidfd < 0:
            timeout = min(timeout, 0.002)
        for fd, _ in self._poll.poll(timeout * 1000):
            self._read(fd)

    def _read(self, fd: int) -> None:
        if fd in self._output_fds:
            if not self._read_output(fd):
                self._poll.unregister(fd)
        elif fd == self._reader.fd:
            self.lines += self._reader.read_available()
            if self._reader.closed:
                self._poll.unregister(fd)

    def _read_output(self, fd: int) -> bool:
        """Read once. False at the end of the stream."""
        try:
            data = os.read(fd, _READ_BYTES)
        except BlockingIOError:
            return True
        self._keeper.add(data)
        return bool(data)

    def _over_limit(self, elapsed: float) -> bool:
        """Whether a limit is passed now; notes which."""
        limits = self._limits
        threads, cpu = self._tree.usage()
        if cpu + self._own_cpu() > limits["cpuSeconds"]:
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
        for fd in self._output_fds:
            self._drain_output(fd)
        if result.ended_by is None and self._keeper.total > self._limits["outputLimitBytes"]:
            result.ended_by = "output-limit"
        if result.signal == signal.SIGXCPU and result.ended_by is None:
            result.ended_by = "cpu-limit"
        result.output, result.output_bytes = self._keeper.text(), self._keeper.total
        for fd in (*self._output_fds, self._dump_fd, self._reader.fd, self._pidfd):
            if fd >= 0:
                os.close(fd)

    def _drain_output(self, fd: int) -> None:
        for _ in range(2 * _PIPE_BYTES // _READ_BYTES):
            before = self._keeper.total
            if not self._read_output(fd) or self._keeper.total == before:
                break
