"""Entry of the harness: turns a fresh interpreter into a zygote that serves jobs on file descriptor 3.

Start it as `python -s main.py`, or `python -s -S main.py` for the standard library alone, with standard input, output and error on /dev/null or a log, and a
stream socket on descriptor 3. In a container, where there are only the standard streams, `main.py --stdio` takes
its jobs from standard input and answers on standard output. The modules of the harness are taken out of `sys.path` and `sys.modules`
before the first job, so that a program cannot import or shadow them.
"""

import os
import site
import sys

CONTROL_FD = 3


def hide_harness() -> None:
    """Forget where the harness lies and that it was imported."""
    here = os.path.dirname(os.path.abspath(__file__))
    sys.path[:] = [entry for entry in sys.path if entry and os.path.abspath(entry) != here]
    for name in [name for name in sys.modules if name.split(".")[0] == "codergen_harness"]:
        del sys.modules[name]
    for name in ("hide_harness", "control_descriptors"):
        sys.modules["__main__"].__dict__.pop(name, None)


def control_descriptors() -> "tuple[int, int]":
    """Where jobs come from and where answers go; the standard streams are free afterwards."""
    if "--stdio" not in sys.argv:
        return CONTROL_FD, CONTROL_FD
    answers = CONTROL_FD + 1
    os.dup2(0, CONTROL_FD)
    os.dup2(1, answers)
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(nothing, 1)
    for added in ("HOSTNAME", "TERM", "container"):  # by container engines, to what they are told
        os.environ.pop(added, None)
    return CONTROL_FD, answers


def add_site_names() -> None:
    """`exit`, `quit`, `help` and the like, which `-S` leaves out with the site packages."""
    for add in ("setquit", "setcopyright", "sethelper"):
        getattr(site, add)()


if __name__ == "__main__":
    if sys.flags.no_site:
        add_site_names()
    from codergen_harness.zygote import Zygote

    zygote = Zygote(*control_descriptors())
    hide_harness()
    sys.argv = ["python"]
    zygote.serve()
