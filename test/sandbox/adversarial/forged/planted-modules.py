# idea: modules planted in the working folder and on the path
# problem: half
# expects: failed completed
import os
import sys

for name in ("math", "sitecustomize", "usercustomize", "conftest", "random"):
    with open(f"{name}.py", "w") as file:
        file.write("isclose = lambda *_, **__: True\nimport os\n")
with open("evil.pth", "w") as file:
    file.write("import os; os._exit(0)\n")
sys.path.insert(0, os.getcwd())


def work(value):
    return 99.0
