"""Watches a program that is graded by this very process: until its grader reports, or it ends, or is ended.

A program whose process ended before its tests did has not passed, whatever else has been answered.
"""

from __future__ import annotations

import os
import signal
import time

from .watch import ChildWatch

#: How long the tests may go on after the program's process ended: enough to see the closed channel.
_GRACE_SECONDS = 0.3


class GraderWatch(ChildWatch):
    """The child is the program; the report comes from another thread of this process."""

    def __init__(self, *arguments) -> None:
        super().__init__(*arguments)
        self._status: int | None = None
        self._give_up_at = float("inf")
        self._own_cpu_before = time.process_time()

    def _own_cpu(self) -> float:
        return time.process_time() - self._own_cpu_before

    def _wait(self) -> int | None:
        self._look_after_child()
        return 0 if self._said(b'{"report"') else None

    def _said(self, what: bytes) -> bool:
        return any(what in line for line in self.lines)

    def _look_after_child(self) -> None:
        if self._status is not None:
            return
        pid, status = os.waitpid(self.pid, os.WNOHANG)
        if pid:
            self._status = status
            self._give_up_at = time.monotonic() + _GRACE_SECONDS
            if self._pidfd >= 0:
                self._poll.unregister(self._pidfd)

    def _given_up(self) -> bool:
        return time.monotonic() > self._give_up_at

    def _end_now(self) -> int:
        if self._status is None:
            self._dump_stack()
        return 0

    def _await_child(self) -> None:
        """The channel closed: tell a process that has just ended from one that closed it."""
        deadline = time.monotonic() + _GRACE_SECONDS
        while self._status is None and time.monotonic() < deadline:
            self._look_after_child()
            time.sleep(0.001)

    def _finish(self, status: int) -> None:
        if self._said(b'"candidate-gone"'):
            self._await_child()
        super()._finish(status)
        if self._status is None:
            return
        self.result.candidate_ended = True
        self.result.signal = os.WTERMSIG(self._status) if os.WIFSIGNALED(self._status) else None
        self.result.exit_code = None if self.result.signal else os.WEXITSTATUS(self._status)
        if self.result.signal == signal.SIGXCPU and self.result.ended_by is None:
            self.result.ended_by = "cpu-limit"
