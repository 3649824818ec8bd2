# idea: an answer nested so deeply that its reader breaks
# problem: add
# expects: error tampered
import os
import stat


def work(a, b):
    data = b'{"origin": null}\n' + b'{"value": ' + b'["l", [' * 50_000
    for fd in range(3, 1100):
        try:
            if stat.S_ISSOCK(os.fstat(fd).st_mode):
                os.write(fd, len(data).to_bytes(4, "big") + data)
        except OSError:
            pass
    return 0
