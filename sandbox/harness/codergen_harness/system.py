"""What the harness needs of Linux beyond `os`: prctl, process tables, killing whole trees."""

from __future__ import annotations

import _socket
import ctypes
import errno
import os
import resource
import signal
import time

_PR_SET_PDEATHSIG = 1
_PR_SET_DUMPABLE = 4
_PR_SET_CHILD_SUBREAPER = 36
_TICKS = os.sysconf("SC_CLK_TCK")
_LIBC = ctypes.CDLL(None, use_errno=True)


def prctl(option: int, value: int, more: int = 0) -> int:
    """The system call; 0 when it worked."""
    return _LIBC.prctl(option, ctypes.c_ulong(value), ctypes.c_ulong(more), 0, 0)


def die_with_parent() -> None:
    """Have the kernel kill this process when its parent ends."""
    prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def set_dumpable(allowed: bool) -> None:
    """Allow or forbid processes of the same user to trace this one and read its memory."""
    prctl(_PR_SET_DUMPABLE, 1 if allowed else 0)


def become_subreaper() -> None:
    """Inherit orphaned descendants, so that they can be found and reaped."""
    prctl(_PR_SET_CHILD_SUBREAPER, 1)


def socket_pair() -> tuple[int, int]:
    """Two connected stream sockets, as descriptors."""
    one, other = _socket.socketpair()
    return one.detach(), other.detach()


def address_space() -> int:
    """Bytes that this process has mapped: mostly libraries, which a memory limit is not meant for."""
    with open("/proc/self/statm", encoding="ascii") as statm:
        return int(statm.read().split()[0]) * resource.getpagesize()


def limit(kind: int, value: int) -> None:
    """Set soft and hard limit, never above the hard limit that is in force."""
    _, hard = resource.getrlimit(kind)
    if hard != resource.RLIM_INFINITY:
        value = min(value, hard)
    resource.setrlimit(kind, (value, value))


def _children_of(pid: int) -> list[int]:
    found: list[int] = []
    try:
        for thread in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{thread}/children", encoding="ascii") as listing:
                found += [int(word) for word in listing.read().split()]
    except OSError:
        pass
    return found


class ProcessTree:
    """The processes that a job's children started, counted and killed.

    When the zygote is process 1 of a namespace of its own, every other process but the job belongs to
    the program, and one `kill(-1)` ends them all at once. Otherwise (no isolation) the tree is walked.
    """

    def __init__(self, owns_namespace: bool) -> None:
        self.owns_namespace = owns_namespace
        self._me = os.getpid()

    def members(self) -> list[int]:
        """Process ids of everything the program has running."""
        if self.owns_namespace:
            mine = {1, self._me}
            return [int(name) for name in os.listdir("/proc") if name.isdigit() and int(name) not in mine]
        found: list[int] = []
        queue = _children_of(self._me)
        while queue:
            pid = queue.pop()
            found.append(pid)
            queue += _children_of(pid)
        return found

    def usage(self) -> tuple[int, float]:
        """Threads running now and CPU seconds used, over the whole tree (dead, unreaped children too)."""
        threads, ticks = 0, 0
        for pid in self.members():
            try:
                with open(f"/proc/{pid}/stat", "rb") as stat:
                    fields = stat.read().rpartition(b")")[2].split()
            except OSError:
                continue
            ticks += sum(int(field) for field in fields[11:15])
            if fields[0] not in (b"Z", b"X"):
                threads += int(fields[17])
        return threads, ticks / _TICKS

    def kill_and_reap(self, seconds: float = 2.0) -> bool:
        """End everything and collect it. False when something would not die in time."""
        deadline = time.monotonic() + seconds
        while True:
            if self._reap():
                return True
            self._kill()
            if time.monotonic() > deadline:
                return False
            time.sleep(0.001)

    def _kill(self) -> None:
        if self.owns_namespace:
            try:
                os.kill(-1, signal.SIGKILL)
            except OSError:
                pass
            return
        for sign in (signal.SIGSTOP, signal.SIGKILL):
            for pid in self.members():
                try:
                    os.kill(pid, sign)
                except OSError:
                    pass

    @staticmethod
    def _reap() -> bool:
        """Collect the dead. True when no child is left."""
        while True:
            try:
                pid, _ = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return True
            except OSError as error:
                if error.errno == errno.EINTR:
                    continue
                raise
            if pid == 0:
                return False


def wipe_folder(folder: str) -> None:
    """Remove what is in `folder`, however its permissions were left. Other file systems mounted there stay."""
    try:
        device = os.lstat(folder).st_dev
        entries = list(os.scandir(folder))
    except OSError:
        return
    for entry in entries:
        try:
            if entry.stat(follow_symlinks=False).st_dev != device:
                continue
            if entry.is_dir(follow_symlinks=False):
                os.chmod(entry.path, 0o700)
                wipe_folder(entry.path)
                os.rmdir(entry.path)
            else:
                os.unlink(entry.path)
        except OSError:
            pass
