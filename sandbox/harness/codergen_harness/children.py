"""Runs one piece of the program's work in a forked child, or the program in a child and its tests here.

The one rule: what the child is believed to have done comes from its report pipe, as lines that begin with
a token made for this child, written by the process that was forked here. Exit status and output are only
ever reasons not to believe it.
"""

from __future__ import annotations

import faulthandler
import fcntl
import os
import resource
import signal
import sys
from typing import Callable

from . import seccomp, system
from .dataset_links import make_links
from .grader_watch import GraderWatch
from .main_thread import MainThread, park
from .reporting import Reporter, parse_reports
from .watch import ChildEnd, ChildWatch

_OPEN_FILES = 1024


class ChildRunner:
    """Forks children that all have the same limits."""

    def __init__(self, limits: dict, tree: system.ProcessTree, scratch: str, private_fds: list[int]) -> None:
        self._limits = limits
        self._tree = tree
        self._scratch = scratch
        self._private_fds = private_fds
        self._count = 0
        #: What every working folder has in it: name to the folder that it leads to.
        self.links: dict[str, str] = {}

    def run(self, body: Callable[[Reporter], None]) -> ChildEnd:
        """Run `body` in a child; returns when the child and all it started are gone."""
        folder = self._new_folder()
        pipes = {name: os.pipe() for name in ("output", "report", "dump")}
        token = os.urandom(16).hex()
        pid = os.fork()
        if pid == 0:
            try:
                report, _ = self._enter_child(folder, pipes, [])
                body(Reporter(report, token))
            finally:
                os._exit(70)
        for _, write_end in pipes.values():
            os.close(write_end)
        return self._end(ChildWatch(pid, _read_ends(pipes), self._limits, self._tree), token)

    def run_graded(
        self, program: Callable[[int], None], grader: Callable[[int, Reporter], None], main: MainThread
    ) -> ChildEnd:
        """Run the program in a child and its grader here, on the main thread; they share one socket.

        This process cannot be traced, read, signalled or limited by the program's. It is of no use for another
        program afterwards: it has been the tests'.
        """
        folder = self._new_folder()
        inner, outer = system.socket_pair()
        own_pipes = {name: os.pipe() for name in ("output", "report")}
        pipes = {name: os.pipe() for name in ("output", "dump")}
        token = os.urandom(16).hex()
        pid = os.fork()
        if pid == 0:
            try:
                _, channel = self._enter_child(folder, pipes, [outer, *_all_ends(own_pipes)], inner)
                seccomp.protect([1, os.getppid()])
                program(channel)
            finally:
                os._exit(70)
        for fd in (inner, *(write_end for _, write_end in pipes.values())):
            os.close(fd)
        ends = {**_read_ends(pipes), "report": own_pipes["report"][0], "output-grader": own_pipes["output"][0]}
        self._become_grader(folder, own_pipes["output"][1])
        reporter = Reporter(own_pipes["report"][1], token, park)
        watch = GraderWatch(pid, ends, self._limits, self._tree)
        main.hand_over(lambda: grader(outer, reporter))
        return self._end(watch, token)

    def _become_grader(self, folder: str, output: int) -> None:
        """What the tests print is output, and their working folder is the program's."""
        os.dup2(output, 1)
        os.dup2(output, 2)
        os.close(output)
        self._settle_in(folder)
        self._set_limits()

    def _new_folder(self) -> str:
        self._count += 1
        folder = os.path.join(self._scratch, f"run-{self._count}")
        os.mkdir(folder, 0o700)
        make_links(self.links, folder)
        return folder

    def _end(self, watch: ChildWatch, token: str) -> ChildEnd:
        watch.watch()
        parse_reports(watch.lines, token, watch.result)
        system.wipe_folder(self._scratch)
        return watch.result

    def _enter_child(
        self, folder: str, pipes: dict, others: list[int], channel: int = -1
    ) -> tuple[int, int]:
        """In the child: own group, standard streams, limits; everything of the harness's closed.

        Returns the descriptors of the report pipe and of the channel, at numbers that differ each time.
        """
        os.setpgid(0, 0)
        system.die_with_parent()
        empty = os.open(os.devnull, os.O_RDONLY)
        os.dup2(empty, 0)
        os.dup2(pipes["output"][1], 1)
        os.dup2(pipes["output"][1], 2)
        floor = 300 + int.from_bytes(os.urandom(2), "big") % 600
        report, dump, moved = (
            fcntl.fcntl(fd, fcntl.F_DUPFD_CLOEXEC, floor) if fd >= 0 else -1
            for fd in (pipes.get("report", (0, -1))[1], pipes.get("dump", (0, -1))[1], channel)
        )
        for fd in {empty, channel, *self._private_fds, *others, *_all_ends(pipes)}:
            if fd > 2:
                os.close(fd)
        self._settle_in(folder)
        self._reseed()
        if dump >= 0:
            faulthandler.register(signal.SIGXCPU, file=dump, all_threads=False)
        self._set_limits()
        system.set_dumpable(True)
        return report, moved

    @staticmethod
    def _settle_in(folder: str) -> None:
        os.chdir(folder)
        os.environ["HOME"] = os.environ["TMPDIR"] = os.environ["PWD"] = folder
        tempfile = sys.modules.get("tempfile")
        if tempfile is not None:
            tempfile.tempdir = None

    @staticmethod
    def _reseed() -> None:
        """Children must not all draw the same random numbers (`random` does this by itself)."""
        numpy_random = sys.modules.get("numpy.random")
        if numpy_random is not None:
            numpy_random.seed()

    def _set_limits(self) -> None:
        limits = self._limits
        cpu = int(limits["cpuSeconds"]) + 2
        system.limit(resource.RLIMIT_CPU, cpu)
        system.limit(resource.RLIMIT_AS, system.address_space() + limits["memoryBytes"])
        system.limit(resource.RLIMIT_FSIZE, limits["fileBytes"])
        system.limit(resource.RLIMIT_CORE, 0)
        system.limit(resource.RLIMIT_NOFILE, _OPEN_FILES)
        if limits.get("countByUser"):
            system.limit(resource.RLIMIT_NPROC, limits["processes"] + 8)


def _all_ends(pipes: dict) -> list[int]:
    return [end for pair in pipes.values() for end in pair]


def _read_ends(pipes: dict) -> dict[str, int]:
    return {name: read for name, (read, _) in pipes.items()}
