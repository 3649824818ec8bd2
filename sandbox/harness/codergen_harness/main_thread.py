"""Lets the thread that watches a program hand the tests to the main thread of the same process.

The job's process watches the program and grades it: one process less to fork for every case. Tests run on the
main thread, where signals and event loops work; limits are enforced by the other, which mostly sleeps.
"""

from __future__ import annotations

import _thread
import os
import time
from typing import Callable

_FOREVER_SECONDS = 1e6


class MainThread:
    """The main thread of a job's process, waiting for work."""

    def __init__(self) -> None:
        self._given = _thread.allocate_lock()
        self._given.acquire()
        self._work: Callable[[], None] = park

    def hand_over(self, work: Callable[[], None]) -> None:
        """From the other thread: have the main thread do this next."""
        self._work = work
        self._given.release()

    def serve(self) -> None:
        """On the main thread: do what is handed over, until the other thread ends the process."""
        while True:
            self._given.acquire()
            try:
                self._work()
            except BaseException:  # noqa: BLE001 - a fault of the harness: the job is lost, not judged
                os._exit(73)


def park(_: int = 0) -> None:
    """Wait for the end of the process."""
    while True:
        time.sleep(_FOREVER_SECONDS)
