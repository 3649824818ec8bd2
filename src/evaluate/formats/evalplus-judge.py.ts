/**
 * The judge of EvalPlus's format as Python: inputs as JSON, expected values by running the reference in the grader,
 * compared as EvalPlus compares. Its conversions of MBPP+ inputs and its special oracles are named in
 * `data/evalplus-inputs.json`.
 */
export const evalplusJudge = `
import copy as _copy
import json as _json
import math as _math

_REFERENCE = {}
exec(compile(_SOURCE, "<reference>", "exec"), _REFERENCE)


def _tuples(value):
    return tuple(_tuples(item) for item in value) if isinstance(value, list) else value


def _converted(arguments):
    if _CONVERSION == "each-argument-tuple":
        return [tuple(argument) for argument in arguments]
    if _CONVERSION == "items-of-each-argument-tuples":
        return [[tuple(item) for item in argument] for argument in arguments]
    if _CONVERSION == "items-of-first-tuples":
        return [[tuple(item) for item in arguments[0]], *arguments[1:]]
    if _CONVERSION == "second-tuple":
        return [arguments[0], tuple(arguments[1])]
    if _CONVERSION == "items-of-first-sets":
        return [[set(item) if isinstance(item, list) and item else {} for item in arguments[0]]]
    if _CONVERSION == "float-and-complex":
        return [float(arguments[0]), complex(arguments[1])]
    if _CONVERSION == "first-tuple":
        return [tuple(arguments[0]), *arguments[1:]]
    if _CONVERSION == "arguments-and-items-tuples":
        return [tuple(tuple(item) if isinstance(item, list) else item for item in argument) for argument in arguments]
    if _CONVERSION == "values-of-first-tuples":
        return [{key: tuple(value) for key, value in arguments[0].items()}, *arguments[1:]]
    if _CONVERSION == "complex":
        return [complex(arguments[0])]
    if _CONVERSION == "all-tuples":
        return list(_tuples(arguments))
    return arguments


def _floats(value):
    if isinstance(value, float):
        return True
    return isinstance(value, (list, tuple)) and bool(value) and all(isinstance(item, float) for item in value)


def _near(found, wanted, tolerance):
    if isinstance(wanted, (list, tuple)):
        return len(found) == len(wanted) and all(_near(a, b, tolerance) for a, b in zip(found, wanted))
    if isinstance(found, complex) or isinstance(wanted, complex):
        return abs(found - wanted) <= tolerance + 1e-07 * abs(wanted)
    if _math.isnan(found) or _math.isnan(wanted):
        return False
    if _math.isinf(found) or _math.isinf(wanted):
        return found == wanted
    return abs(found - wanted) <= tolerance + 1e-07 * abs(wanted)


def _surface_area(base, height):
    slant = _math.sqrt((base / 2) ** 2 + height**2)
    return round(base**2 + 2 * base * slant)


def _digit_distance(first, second):
    a, b = str(first), str(second)
    width = max(len(a), len(b))
    return sum(abs(int(x) - int(y)) for x, y in zip(a.zfill(width), b.zfill(width)))


def _agrees(found, wanted, arguments):
    exact = bool(found == wanted)
    if _ORACLE == "anything":
        exact = True
    elif _ORACLE == "or-zero":
        exact = exact or found == 0
    elif _ORACLE == "surface-area":
        exact = exact or abs(found - _surface_area(*arguments)) <= _TOLERANCE
    elif _ORACLE == "digit-distance":
        exact = exact or found == _digit_distance(*arguments)
    elif _ORACLE == "set-equal":
        exact = set(found) == set(wanted)
    elif _ORACLE == "not-none":
        exact = found == wanted if isinstance(found, bool) else wanted == (found is not None)
    elif _ORACLE == "polynomial-zero":
        total = sum(factor * _math.pow(found, power) for power, factor in enumerate(arguments[0]))
        return abs(total) <= _TOLERANCE
    tolerance = 1e-6 if _TOLERANCE == 0 and _floats(wanted) else _TOLERANCE
    if exact or tolerance == 0:
        return exact
    return type(found) is type(wanted) and _near(found, wanted, tolerance)


def _check(function, inputs):
    for arguments in map(_converted, inputs):
        kept = _copy.deepcopy(arguments)
        wanted = _REFERENCE[_NAME](*_copy.deepcopy(arguments))
        found = function(*arguments)
        assert _agrees(found, wanted, kept), f"{_NAME}(*{kept!r:.300}) gave {found!r:.300}, not {wanted!r:.300}"
`;
