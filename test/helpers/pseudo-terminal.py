"""Types into a real pseudo-terminal: reads a JSON plan on standard input, prints what the terminal showed as JSON.

plan: {"command": [...], "cwd": "...", "steps": [{"expect": "text", "send": "text"} | {"expect": "text", "kill": true}]}
A step waits until its text has appeared behind what the steps before it waited for.
"""

import json
import os
import pty
import select
import signal
import sys
import time

STEP_SECONDS = 60


def main() -> None:
    plan = json.load(sys.stdin)
    pid, terminal = pty.fork()
    if pid == 0:
        os.chdir(plan["cwd"])
        os.environ.update({"TERM": "xterm-256color", **plan.get("env", {})})
        os.execvp(plan["command"][0], plan["command"])
    shown, seen, missing = "", 0, None

    def read(until: float) -> bool:
        nonlocal shown
        ready, _, _ = select.select([terminal], [], [], max(0, until - time.monotonic()))
        if not ready:
            return False
        try:
            data = os.read(terminal, 65536)
        except OSError:
            return False
        shown += data.decode("utf-8", "replace")
        return bool(data)

    for step in plan["steps"]:
        deadline = time.monotonic() + STEP_SECONDS
        while (at := shown.find(step["expect"], seen)) < 0:
            if not read(deadline):
                break
        if at < 0:
            missing = step["expect"]
            os.kill(pid, signal.SIGKILL)
            break
        seen = at + len(step["expect"])
        if step.get("kill"):
            os.kill(pid, signal.SIGKILL)
        else:
            os.write(terminal, step["send"].encode())
    while read(time.monotonic() + STEP_SECONDS):
        pass
    _, status = os.waitpid(pid, 0)
    code = os.WEXITSTATUS(status) if os.WIFEXITED(status) else None
    killed = os.WTERMSIG(status) if os.WIFSIGNALED(status) else None
    json.dump({"shown": shown, "code": code, "signal": killed, "missing": missing}, sys.stdout)


main()
