# idea: mounting, pivoting, changing the root
# problem: nothing
# expects: passed completed
import ctypes


def work():
    libc = ctypes.CDLL(None, use_errno=True)
    done = []
    if libc.mount(b"none", b"/tmp", b"tmpfs", 0, None) == 0:
        done.append("mount")
    if libc.chroot(b"/tmp") == 0:
        done.append("chroot")
    if libc.umount2(b"/proc", 2) == 0:
        done.append("umount")
    return done
