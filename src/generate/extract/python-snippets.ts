/** Python that generated tests and probes carry with them. */

/** Arrays and their scalars as lists and numbers. In tests under the name `_plain`. */
export const PLAIN = `def _plain(value):
    """Turns arrays and their numbers into lists and numbers, inside containers too."""
    if hasattr(value, "toarray"):
        value = value.toarray()
    if hasattr(value, "tolist"):
        return value.tolist()
    if isinstance(value, dict):
        return {_plain(key): _plain(item) for key, item in value.items()}
    if isinstance(value, tuple):
        return tuple(_plain(item) for item in value)
    if isinstance(value, list):
        return [_plain(item) for item in value]
    return value`;

/** Comparison within a tolerance. In tests under the name `_close`. */
export const CLOSE = `def _close(actual, expected, tolerance):
    """Compares numbers within a tolerance and everything else exactly, inside containers too."""
    if isinstance(expected, (list, tuple)):
        same = type(actual) is type(expected) and len(actual) == len(expected)
        return same and all(_close(a, e, tolerance) for a, e in zip(actual, expected))
    if isinstance(expected, dict):
        same = isinstance(actual, dict) and actual.keys() == expected.keys()
        return same and all(_close(actual[key], expected[key], tolerance) for key in expected)
    if isinstance(expected, (float, complex)):
        if isinstance(actual, bool) or not isinstance(actual, (int, float, complex)):
            return False
        if expected != expected:
            return actual != actual
        return actual == expected or abs(actual - expected) <= tolerance
    return type(actual) is type(expected) and actual == expected`;

/** What a probe asks of a value: facts for the tests as JSON, and the value as source where it has one. */
export const FACTS = `${PLAIN}


def _source(value):
    if isinstance(value, float) and (value != value or value in (float("inf"), float("-inf"))):
        return f'float("{value}")'
    if type(value) is list:
        return "[" + ", ".join(map(_source, value)) + "]"
    if type(value) is tuple:
        return "(" + "".join(_source(item) + ", " for item in value).rstrip(" ") + ")" if value else "()"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_source(key)}: {_source(item)}" for key, item in value.items()) + "}"
    if type(value) in (set, frozenset) and value:
        items = "{" + ", ".join(sorted(map(_source, value))) + "}"
        return items if type(value) is set else f"frozenset({items})"
    if type(value) in (int, float, complex, str, bytes, bool, type(None)):
        return repr(value)
    raise TypeError(type(value))


def _numbers(value):
    import numbers

    if isinstance(value, (list, tuple)):
        return [number for item in value for number in _numbers(item)]
    if isinstance(value, bool) or not isinstance(value, numbers.Real):
        raise TypeError(type(value))
    return [float(value)]


class _Facts(str):
    def __repr__(self):
        return str(self)


def _facts(value, inputs):
    import json
    import math

    plain = _plain(value)
    facts = {"text": repr(value)[:8000], "printed": str(value)[:8000]}
    facts |= {"type": type(value).__name__, "module": type(value).__module__, "plain": None, "length": None}
    facts |= {"shape": None, "dtype": None, "low": None, "high": None, "start": None}
    first = inputs[0] if inputs else _Facts
    facts["isInput"] = type(first) is type(value) and repr(first) == repr(value)
    facts["likeInput"] = type(first) is type(value)
    try:
        source = _source(plain)
        facts["plain"] = source if len(source) <= 6000 else None
    except Exception:
        pass
    facts["converted"] = plain is not value and (type(plain) is not type(value) or repr(plain) != repr(value))
    try:
        facts["length"] = len(value)
    except Exception:
        pass
    shape = getattr(value, "shape", None)
    if isinstance(shape, tuple) and all(isinstance(size, int) for size in shape):
        facts["shape"] = list(shape)
        facts["dtype"] = str(value.dtype) if hasattr(value, "dtype") else None
    try:
        found = _numbers(plain)
        if found and all(map(math.isfinite, found)):
            facts["low"], facts["high"] = min(found), max(found)
    except Exception:
        pass
    if isinstance(value, str):
        facts["start"] = value[:3]
    return _Facts(json.dumps(facts))


def _same(value, expected):
    return type(value) is type(expected) and bool(value == expected)`;
