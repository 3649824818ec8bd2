"""Keeps the head and the tail of what a program prints, and counts the rest."""

from __future__ import annotations

from collections import deque


class OutputKeeper:
    """At most about `kept_bytes` of a stream of any length."""

    def __init__(self, kept_bytes: int) -> None:
        self.total = 0
        self._half = max(kept_bytes // 2, 1)
        self._head = bytearray()
        self._tail: deque[bytes] = deque()
        self._tail_size = 0

    def add(self, data: bytes) -> None:
        """Take the next bytes of the stream."""
        self.total += len(data)
        room = self._half - len(self._head)
        if room > 0:
            self._head += data[:room]
            data = data[room:]
        if not data:
            return
        self._tail.append(data[-self._half :])
        self._tail_size += len(self._tail[-1])
        while self._tail_size - len(self._tail[0]) >= self._half:
            self._tail_size -= len(self._tail.popleft())

    def text(self) -> str:
        """Head and tail as text, with a note of what was left out; invalid UTF-8 is replaced."""
        tail = b"".join(self._tail)[-self._half :]
        left_out = self.total - len(self._head) - len(tail)
        head_text = self._head.decode("utf-8", "replace")
        tail_text = tail.decode("utf-8", "replace")
        if left_out > 0:
            return f"{head_text}\n… {left_out} bytes left out …\n{tail_text}"
        return head_text + tail_text
