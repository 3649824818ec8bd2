"""One JSON object a line over a file descriptor, in both directions."""

from __future__ import annotations

import json
import os

_CHUNK = 1 << 16


def encode(message: dict) -> bytes:
    """`message` as one line of ASCII JSON (lone surrogates survive as escapes)."""
    return json.dumps(message, ensure_ascii=True, allow_nan=False).encode("ascii") + b"\n"


def send(fd: int, message: dict) -> None:
    """Write one message whole."""
    data = memoryview(encode(message))
    while data:
        data = data[os.write(fd, data) :]


class LineReader:
    """Collects lines from a descriptor that is read when `poll` says so."""

    def __init__(self, fd: int) -> None:
        self.fd = fd
        self.closed = False
        self._pending = bytearray()

    def read_available(self) -> list[bytes]:
        """Read once; the complete lines that are there now. Sets `closed` at the end of the stream."""
        try:
            data = os.read(self.fd, _CHUNK)
        except (BlockingIOError, InterruptedError):
            return []
        except ConnectionResetError:
            data = b""
        if not data:
            self.closed = True
            return []
        self._pending += data
        if b"\n" not in data:
            return []
        *lines, rest = bytes(self._pending).split(b"\n")
        self._pending = bytearray(rest)
        return lines

    def drain(self) -> list[bytes]:
        """Everything complete until the stream is empty or closed (non-blocking descriptors only)."""
        lines: list[bytes] = []
        while not self.closed:
            before = len(self._pending)
            found = self.read_available()
            lines += found
            if not found and len(self._pending) == before:
                break
        return lines
