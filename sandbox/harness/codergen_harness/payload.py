"""What a job brings (its program, its tests) and what it answers, kept out of the zygote's own memory.

The zygote outlives every job, and its memory is copied into every later program's process. So a job is read
from the control socket straight into memory that is mapped apart, its tests behind it, and the answer goes
from the job's process to the socket through a file without a name. A program's process unmaps all of it
before it starts.
"""

from __future__ import annotations

import json
import mmap
import os
import select

_WAIT_MS = 60_000


class Payload:
    """`job_bytes` of JSON (the job), then `tests_bytes` of JSON (one string), read from `fd` where they come next."""

    def __init__(self, fd: int, job_bytes: int, tests_bytes: int) -> None:
        size = job_bytes + tests_bytes
        self._map = mmap.mmap(-1, max(size, 1))
        self._job_bytes, self._size = job_bytes, size
        poll = select.poll()
        poll.register(fd, select.POLLIN | select.POLLRDHUP)
        with memoryview(self._map) as whole:
            place = 0
            while place < size:
                poll.poll(_WAIT_MS)
                with whole[place:size] as rest:
                    count = os.readv(fd, [rest])
                if count == 0:
                    raise EOFError("the job was cut off")
                place += count

    def job(self) -> dict:
        """The job, without its tests; makes copies in this process."""
        return json.loads(self._map[: self._job_bytes])

    def tests(self) -> str | None:
        """The code of the tests, None for a job without; makes copies in this process."""
        data = self._map[self._job_bytes : self._size]
        return json.loads(data) if data else None

    def drop(self) -> None:
        """Unmap it here."""
        self._map.close()


class AnswerFile:
    """A file in memory that the job's process writes and the zygote passes on unread."""

    def __init__(self) -> None:
        self.fd = os.memfd_create("answer")

    def write(self, line: bytes) -> int:
        """In the job's process; returns the size to tell the zygote."""
        view = memoryview(line)
        while view:
            view = view[os.write(self.fd, view) :]
        return len(line)

    def pass_on(self, fd: int, size: int) -> None:
        """In the zygote: everything to the socket, without a copy of it here."""
        poll = select.poll()
        poll.register(fd, select.POLLOUT)
        place = 0
        while place < size:
            poll.poll(_WAIT_MS)
            place += os.sendfile(fd, self.fd, place, size - place)

    def close(self) -> None:
        """Close it in this process."""
        os.close(self.fd)
