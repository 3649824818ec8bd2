/** The judge of APPS's format as Python; outputs are compared as leniently as APPS compares them. */

/** Texts: line by line without blanks at their ends; where that differs, token by token, numbers within 1e-8. */
export const scriptJudge = `

def _text(value):
    return value if isinstance(value, str) else "\\n".join(str(line) for line in value)


def _lines(text):
    return [line.strip() for line in text.strip().split("\\n")]


def _same_token(found, wanted):
    if found == wanted:
        return True
    try:
        a, b = float(found), float(wanted)
    except ValueError:
        return False
    return abs(a - b) <= 1e-8 + 1e-5 * abs(b)


def _same(found, wanted):
    if _lines(found) == _lines(wanted):
        return True
    a, b = found.split(), wanted.split()
    return len(a) == len(b) and all(_same_token(x, y) for x, y in zip(a, b))


def _check(run, index):
    found, wanted = run(_text(_INPUTS[index])), _text(_OUTPUTS[index])
    assert type(found) is str and _same(found, wanted), f"printed {found!r:.300}, not {wanted!r:.300}"
`;

/** Arguments and a value: equal, or equal to the first item of the expected list; tuples count as lists. */
export function callJudge(functionName: string): string {
  return `

def _lists(value):
    if isinstance(value, (list, tuple)):
        return [_lists(item) for item in value]
    return value


def _method(solution, plain):
    try:
        return getattr(solution()(), ${JSON.stringify(functionName)})
    except NameError:
        return plain()


def _check(function, index):
    wanted, found = _OUTPUTS[index], _lists(function(*_INPUTS[index]))
    first = wanted[0] if isinstance(wanted, list) and wanted else wanted
    assert found == wanted or found == first, f"gave {found!r:.300}, not {wanted!r:.300}"
`;
}

/** A program that reads standard input, as a function of the text it reads; what it prints is the value. */
export function scriptProgram(source: string, fileName: string): string {
  return `import io as _io
import os as _os
import sys as _sys
import tempfile as _tempfile

_CODE = compile(${JSON.stringify(source)}, ${JSON.stringify(fileName)}, "exec")


def run_program(text):
    before, kept = (_sys.stdin, _sys.stdout), _os.dup(0)
    with _tempfile.TemporaryFile() as given:
        given.write(text.encode())
        given.seek(0)
        _os.dup2(given.fileno(), 0)
    _sys.stdin = _io.TextIOWrapper(open(0, "rb", closefd=False), encoding="utf-8")
    _sys.stdout = _io.TextIOWrapper(_io.BytesIO(), encoding="utf-8")
    try:
        exec(_CODE, {"__name__": "__main__"})
    except SystemExit as ended:
        if ended.code not in (None, 0):
            raise
    finally:
        printed = _sys.stdout
        _sys.stdin, _sys.stdout = before
        _os.dup2(kept, 0)
        _os.close(kept)
    printed.flush()
    return printed.buffer.getvalue().decode("utf-8", "replace")
`;
}
