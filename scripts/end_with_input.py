"""Ends a process with its standard input: whoever started it is gone then, or wants it to stop."""

from __future__ import annotations

import os
import threading
from typing import Callable


def end_with_input(end: Callable[[], None]) -> None:
    """Calls `end`, in a thread of its own, when standard input ends."""

    def wait() -> None:
        # Not by sys.stdin: its lock, held by this thread, would be a fatal error at the interpreter's end.
        while os.read(0, 65536):
            pass
        end()

    threading.Thread(target=wait, daemon=True).start()
