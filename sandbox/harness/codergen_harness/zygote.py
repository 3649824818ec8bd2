"""The long-lived process: takes jobs one at a time, forks a process for each, leaves nothing behind.

As process 1 of its own pid namespace it cannot be killed or stopped from inside, and its end ends
everything. Without a namespace (backend `none`) it watches the control socket and walks the tree.
"""

from __future__ import annotations

import _thread
import json
import os
import select
import signal
import time
import traceback

from . import faults, seccomp, system, wire
from .job import Job, unloadable_report
from .main_thread import MainThread
from .library_imports import Preloader, keep_from_collector
from .payload import AnswerFile, Payload
from .warm_up import warm_up

_SLACK_SECONDS = 3.0
_BEAT_SECONDS = 0.5
_HIGHEST_FD = 4096


class Zygote:
    """Serves jobs on a control socket until it closes."""

    def __init__(self, control_fd: int, answer_fd: int) -> None:
        os.closerange(max(control_fd, answer_fd) + 1, _HIGHEST_FD)
        self._control = control_fd
        self._answers = answer_fd
        for fd in (control_fd, answer_fd):
            os.set_inheritable(fd, False)
        system.set_dumpable(False)
        system.become_subreaper()
        self._owns_namespace = os.getpid() == 1
        if self._owns_namespace:
            system.die_with_parent()
            seccomp.restrict()
        else:
            os.setpgid(0, 0)
        self._tree = system.ProcessTree(self._owns_namespace)
        self._reader = wire.LineReader(control_fd)
        self._preloader = Preloader()
        self._scratch = ""

    def serve(self) -> None:
        """Answer messages: `hello` once, then jobs."""
        while not self._reader.closed:
            for line in self._reader.read_available():
                message = json.loads(line)
                if message["type"] == "hello":
                    self._start(message)
                else:
                    self._answer(message)
        self._tree.kill_and_reap()

    def _start(self, message: dict) -> None:
        self._scratch = message["scratch"]
        os.makedirs(self._scratch, mode=0o700, exist_ok=True)
        warm_up(self._scratch, self._tree)
        keep_from_collector()
        wire.send(self._answers, {"type": "ready", "pid": os.getpid(), "version": _version()})

    def _answer(self, message: dict) -> None:
        wire.send(self._answers, {"type": "send-job"})
        payload = Payload(self._control, message["jobBytes"], message["testsBytes"])
        self._preloader.preload()
        answer = AnswerFile()
        try:
            end = self._run(message, payload, answer)
            if not self._tree.kill_and_reap():
                os._exit(72)
            self._wipe()
            if "size" in end:
                answer.pass_on(self._answers, end["size"])
            elif "overdue" in end:
                self._give_up(message, payload, end["overdue"])
            else:
                wire.send(self._answers, {"type": "answer", "id": message["id"], **end})
        finally:
            payload.drop()
            answer.close()

    def _give_up(self, message: dict, payload: Payload, phase: str) -> None:
        """Report a job that did not come to its first child, and end: the job was read in this process."""
        job = payload.job()
        report = {**_overdue(phase, job), "durationMs": 1000 * job["limits"]["wallSeconds"]}
        wire.send(self._answers, {"type": "answer", "id": message["id"], "report": report})
        os._exit(0)

    def _wipe(self) -> None:
        for folder in ("/tmp", "/dev/shm") if self._owns_namespace else (self._scratch,):
            system.wipe_folder(folder)
        os.makedirs(self._scratch, mode=0o700, exist_ok=True)

    def _run(self, message: dict, payload: Payload, answer: AnswerFile) -> dict:
        """Fork the job's process and wait until it has written its answer."""
        read_end, write_end = os.pipe()
        pid = os.fork()
        if pid == 0:
            try:
                os.close(read_end)
                self._job_process(message["id"], payload, answer, write_end)
            except BaseException:  # noqa: BLE001
                text = traceback.format_exc()[-2_000:]
                wire.send(write_end, {"broken": text})
            finally:
                os._exit(0)
        os.close(write_end)
        try:
            return self._await_job(pid, message["wallSeconds"], wire.LineReader(read_end))
        finally:
            os.close(read_end)

    def _job_process(self, number: int, payload: Payload, answer: AnswerFile, write_end: int) -> None:
        started = time.monotonic()
        for fd in {self._control, self._answers}:
            os.close(fd)
        os.setsid()
        system.die_with_parent()
        system.set_dumpable(False)
        system.become_subreaper()
        job = {**payload.job(), "ownsNamespace": self._owns_namespace}
        main = MainThread()

        def progress(phase: str, seconds: float) -> None:
            wire.send(write_end, {"phase": phase, "seconds": seconds})

        def work() -> None:
            doing = Job(job, payload, (self._scratch, [write_end, answer.fd], main), progress)
            report = doing.report()
            report["durationMs"] = round((time.monotonic() - started) * 1000, 3)
            size = answer.write(wire.encode({"type": "answer", "id": number, "report": report}))
            wire.send(write_end, {"size": size, "imported": doing.imported})

        if job.get("channel") != "separate":
            work()
            return
        _thread.start_new_thread(_to_the_end, (work, write_end))
        main.serve()

    def _await_job(self, pid: int, wall_seconds: float, reader: wire.LineReader) -> dict:
        poll = select.poll()
        poll.register(reader.fd, select.POLLIN)
        poll.register(self._control, select.POLLIN | select.POLLRDHUP)
        phase, deadline = "compile", time.monotonic() + wall_seconds + _SLACK_SECONDS
        while True:
            ready = dict(poll.poll(_BEAT_SECONDS * 1000))
            if not ready:
                wire.send(self._answers, {"type": "alive"})
            if ready.get(self._control, 0):
                self._tree.kill_and_reap()
                os._exit(0)
            for line in reader.read_available() if reader.fd in ready else []:
                message = json.loads(line)
                if "size" in message:
                    self._preloader.note(message["imported"])
                    return {"size": message["size"]}
                if "broken" in message:
                    return {"lost": f"the harness failed: {message['broken']}"}
                phase, deadline = message["phase"], time.monotonic() + message["seconds"] + _SLACK_SECONDS
            if reader.closed:
                return {"lost": "the process of the job was ended"}
            if time.monotonic() > deadline:
                return {"lost": "the process of the job did not answer"} if phase == "child" else {"overdue": phase}
            if os.waitid(os.P_PID, pid, os.WSTOPPED | os.WNOHANG) is not None:
                return {"lost": "the process of the job was stopped"}


def _to_the_end(work, write_end: int) -> None:
    """On a thread of its own: do the work and end the process, whatever the main thread is at."""
    try:
        work()
    except BaseException:  # noqa: BLE001
        wire.send(write_end, {"broken": traceback.format_exc()[-2_000:]})
    finally:
        os._exit(0)


def _overdue(phase: str, job: dict) -> dict:
    stage = "import" if phase == "import" else "parse"
    message = f"The program took longer than {job['limits']['wallSeconds']} s in its {stage} stage."
    cause = faults.plain_cause(stage, "wall-limit", message)
    return unloadable_report(job, "timeout", cause)


def _version() -> str:
    import platform

    return platform.python_version()
