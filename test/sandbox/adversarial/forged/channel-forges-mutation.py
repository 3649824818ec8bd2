# idea: an answer refers to containers that were never sent
# problem: items
# expects: error tampered
import json
import os
import stat


def work(values):
    body = {"value": ["r", 99], "raised": None, "changes": [[0, ["l", [1, 2, 3]]]], "printed": None}
    answer = json.dumps({"origin": None}) + "\n" + json.dumps(body)
    for fd in range(3, 1100):
        try:
            if stat.S_ISSOCK(os.fstat(fd).st_mode):
                os.write(fd, len(answer).to_bytes(4, "big") + answer.encode())
        except OSError:
            pass
    return []
