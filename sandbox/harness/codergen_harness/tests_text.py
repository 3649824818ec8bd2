"""The text of the tests, kept where the process of a program under evaluation never has it.

It is read from the control socket straight into memory that is shared and mapped apart, so that no copy of
it is left in the zygote's or the job's own memory; a program's process unmaps it before it starts.
"""

from __future__ import annotations

import json
import mmap
import os
import select

_WAIT_MS = 60_000


class TestsText:
    """`size` bytes of JSON (one string), read from `fd` where they come next."""

    def __init__(self, fd: int, size: int) -> None:
        self._map = mmap.mmap(-1, max(size, 1))
        self._size = size
        poll = select.poll()
        poll.register(fd, select.POLLIN | select.POLLRDHUP)
        with memoryview(self._map) as whole:
            place = 0
            while place < size:
                poll.poll(_WAIT_MS)
                with whole[place:size] as rest:
                    count = os.readv(fd, [rest])
                if count == 0:
                    raise EOFError("the tests were cut off")
                place += count

    def read(self) -> str:
        """The code of the tests; makes copies in this process."""
        return json.loads(self._map[: self._size])

    def drop(self) -> None:
        """Unmap it here."""
        self._map.close()
