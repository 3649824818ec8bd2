"""The child's own channel: lines `<token> <json>`, written only by the process the harness forked."""

from __future__ import annotations

import json
import os
import sys

from .wire import encode


class Reporter:
    """Sends stages while the child works and one report at its end. Attributes hold nothing secret."""

    def __init__(self, fd: int, token: str, leave=os._exit) -> None:
        write, getpid, pid = os.write, os.getpid, os.getpid()
        prefix = token.encode("ascii") + b" "
        streams = (sys.stdout, sys.stderr)

        def line(message: dict) -> None:
            if getpid() != pid:
                leave(0)
            data = memoryview(prefix + encode(message))
            try:
                while data:
                    data = data[write(fd, data) :]
            except OSError:  # nobody reads any more: the work was ended
                leave(0)

        def finish(message: dict) -> None:
            for stream in streams:
                try:
                    stream.flush()
                except BaseException:  # noqa: BLE001 - a closed or replaced stream changes no verdict
                    pass
            line({"report": message})
            leave(0)

        self.stage = lambda name: line({"stage": name})
        #: Says at once, and for good, that the program reached into what judges it.
        self.tampered = lambda what: line({"tampered": what})
        self.finish = finish


def parse_reports(lines: list[bytes], token: str, result) -> None:
    """Fill stage, reports and `forged` of a `ChildEnd` from the lines that its pipe gave."""
    prefix = token.encode("ascii") + b" "
    for line in lines:
        if not line.startswith(prefix):
            result.forged = True
            continue
        try:
            message = json.loads(line[len(prefix) :])
        except ValueError:
            result.forged = True
            continue
        if "tampered" in message:
            result.tampered = message["tampered"]
        elif "report" in message:
            result.reports.append(message["report"])
        else:
            result.stage = message["stage"]
    if len(result.reports) > 1:
        result.forged = True
