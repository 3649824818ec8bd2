"""Frames between grader and candidate: four bytes of length, then JSON. The other side may be hostile."""

from __future__ import annotations

import json
import os

_MAX_FRAME_BYTES = 96 << 20
_LENGTH_BYTES = 4
_CHUNK = 1 << 20


class ChannelClosed(Exception):
    """The other side is gone."""


class BadFrame(Exception):
    """The other side sent what is no frame."""


def send(fd: int, message: dict, body: str | None = None) -> None:
    """Write a message, and `body` (JSON made before) behind it in the same frame."""
    data = json.dumps(message).encode("ascii")
    if body is not None:
        data += b"\n" + body.encode("ascii")
    if len(data) > _MAX_FRAME_BYTES:
        raise OverflowError(f"a value of more than {_MAX_FRAME_BYTES} bytes")
    view = memoryview(len(data).to_bytes(_LENGTH_BYTES, "big") + data)
    try:
        while view:
            view = view[os.write(fd, view) :]
    except (BrokenPipeError, ConnectionResetError):
        raise ChannelClosed from None


def _read(fd: int, size: int) -> bytearray:
    data = bytearray()
    while len(data) < size:
        try:
            part = os.read(fd, min(size - len(data), _CHUNK))
        except ConnectionResetError:
            part = b""
        if not part:
            raise ChannelClosed
        data += part
    return data


def receive(fd: int) -> tuple[dict, bytes]:
    """One message and the raw body behind it. Raises `ChannelClosed`, `BadFrame`."""
    size = int.from_bytes(_read(fd, _LENGTH_BYTES), "big")
    if size > _MAX_FRAME_BYTES:
        raise BadFrame("a frame that is too long")
    head, _, body = bytes(_read(fd, size)).partition(b"\n")
    try:
        message = json.loads(head)
    except (ValueError, RecursionError) as error:
        raise BadFrame(type(error).__name__) from None
    if type(message) is not dict:
        raise BadFrame("a frame without fields")
    return message, body
