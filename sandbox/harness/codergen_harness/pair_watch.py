"""Watches a grader and the program it grades: the work ends with the grader, or with the program's process.

A program whose process ended before its tests did has not passed, whatever else has been answered.
"""

from __future__ import annotations

import os
import select
import signal
import time

from . import system
from .watch import ChildWatch

#: How long a grader may go on after the program's process ended: enough to see the closed channel.
_GRACE_SECONDS = 0.3


class PairWatch(ChildWatch):
    """`pids`: the grader's, which reports, and the program's, which is asked for its stack at a limit."""

    def __init__(self, pids: tuple[int, int], pipes: dict, limits: dict, tree: system.ProcessTree) -> None:
        super().__init__(pids[0], pipes, limits, tree)
        self._candidate = self._dumping_pid = pids[1]
        self._candidate_status: int | None = None
        self._give_up_at = float("inf")
        self._candidate_pidfd = os.pidfd_open(pids[1]) if hasattr(os, "pidfd_open") else -1
        if self._candidate_pidfd >= 0:
            self._poll.register(self._candidate_pidfd, select.POLLIN)

    def _read(self, fd: int) -> None:
        if fd == self._candidate_pidfd:
            self._poll.unregister(fd)
        super()._read(fd)

    def _wait(self) -> int | None:
        self._look_after_candidate()
        return super()._wait()

    def _look_after_candidate(self) -> None:
        if self._candidate_status is not None:
            return
        pid, status = os.waitpid(self._candidate, os.WNOHANG)
        if pid:
            self._candidate_status = status
            self._give_up_at = time.monotonic() + _GRACE_SECONDS

    def _given_up(self) -> bool:
        return time.monotonic() > self._give_up_at

    def _dump_stack(self) -> None:
        if self._candidate_status is None:
            super()._dump_stack()

    def _await_candidate(self) -> None:
        """The grader saw the channel close: tell a process that has just ended from one that closed it."""
        self.lines += self._reader.drain()
        if not any(b'"candidate-gone"' in line for line in self.lines):
            return
        deadline = time.monotonic() + _GRACE_SECONDS
        while self._candidate_status is None and time.monotonic() < deadline:
            self._look_after_candidate()
            time.sleep(0.001)

    def _finish(self, status: int) -> None:
        self._await_candidate()
        if self._candidate_pidfd >= 0:
            os.close(self._candidate_pidfd)
        super()._finish(status)
        ended = self._candidate_status
        if ended is None:
            return
        self.result.candidate_ended = True
        self.result.signal = os.WTERMSIG(ended) if os.WIFSIGNALED(ended) else None
        self.result.exit_code = None if os.WIFSIGNALED(ended) else os.WEXITSTATUS(ended)
        if self.result.signal == signal.SIGXCPU and self.result.ended_by is None:
            self.result.ended_by = "cpu-limit"
