# idea: answers are written to the channel before they are asked for
# problem: add
# expects: error tampered
import json
import os
import stat


def work(a, b):
    answer = json.dumps({"origin": None}) + "\n" + json.dumps({"value": {"passed": True}, "raised": None, "changes": []})
    frame = len(answer).to_bytes(4, "big") + answer.encode()
    for fd in range(3, 1100):
        try:
            if stat.S_ISSOCK(os.fstat(fd).st_mode):
                os.write(fd, frame * 3)
        except OSError:
            pass
    return 0
