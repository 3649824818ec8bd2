/** Python that the exported tasks of other harnesses grade with: plain processes, no isolation of their own. */
export const peerGrading = `
import re
import uuid

_FENCE = re.compile(r"^\`\`\`[ \\t]*(?:python|py|python3)?[ \\t]*\\n(.*?)(?:^\`\`\`|\\Z)", re.DOTALL | re.MULTILINE)


def program_of(reply, task):
    """The program in a reply: the longest fence, else the reply; with the task's imports and helpers before it."""
    fences = _FENCE.findall(reply)
    code = max(fences, key=len) if fences else reply
    name = re.escape(task["function_name"])
    if re.search(rf"^(?:async\\s+def|def|class)\\s+{name}\\b|^{name}\\s*=", code, re.MULTILINE):
        return task["preamble"] + "\\n\\n" + code
    return task["prefix"] + code


def script_of(program, task, case):
    """A script that runs one case, and the line it prints last when the case passed."""
    mark = uuid.uuid4().hex
    owner, _, method = case.rpartition(".")
    if owner:
        call = (
            "import unittest as _unittest\\n"
            f"_result = _unittest.TextTestRunner().run(_unittest.TestSuite([{owner}({method!r})]))\\n"
            "assert _result.wasSuccessful() and not _result.skipped\\n"
        )
    else:
        call = f"{case}()\\n"
    return f"{program}\\n\\n\\n{task['tests']}\\n\\n\\n{call}print()\\nprint({mark!r})\\n", mark


def passed(stdout, exit_status, mark):
    return exit_status == 0 and stdout.rstrip().endswith(mark)
`;
