"""The part of the sandbox that runs inside the isolation. Standard library only, Python 3.9 and later.

`zygote` serves jobs; each job is a forked process (`job`) that imports the libraries the program names,
and each case, stub run or probed expression is a forked child of that job (`children`). Nothing the
program prints, returns as exit status or leaves running decides a verdict: the child's report does, sent
over a pipe of its own with a token that is new for each child.
"""
