"""Plain forms of the standard library's value types, both ways. Nothing is imported that is not needed."""

from __future__ import annotations

import importlib

_MAX_DIGITS = 100_000


def _fields(tag: str, *names: str):
    """Encodes by reading attributes of the exact type."""

    def encode(encoder, value) -> list:
        return [tag, *(encoder.value(getattr(value, name)) for name in names)]

    return encode


def _mapping(tag: str):
    def encode(encoder, value) -> list:
        encoder.number(value)
        keys, values = list(dict.keys(value)), list(dict.values(value))
        return [tag, encoder.items(keys), encoder.items(values)]

    return encode


def _default_dict(encoder, value) -> list:
    encoder.number(value)
    factory = value.default_factory
    name = factory.__name__ if type(factory) is type and factory.__module__ == "builtins" else None
    return ["ddict", name, encoder.items(list(dict.keys(value))), encoder.items(list(dict.values(value)))]


def _deque(encoder, value) -> list:
    encoder.number(value)
    return ["deque", encoder.items(list(value)), value.maxlen]


def _array(encoder, value) -> list:
    encoder.number(value)
    return ["array", value.typecode, value.tobytes().hex()]


def _decimal(encoder, value) -> list:
    sign, digits, exponent = value.as_tuple()
    return ["dec", sign, "".join(map(str, digits)), exponent]


def _timezone(encoder, value) -> list:
    return ["tz", encoder.value(value.utcoffset(None))]


def _simple_namespace(encoder, value) -> list:
    encoder.number(value)
    held = vars(value)
    return ["ns", encoder.items(list(held.keys())), encoder.items(list(held.values()))]


_TIME = ("hour", "minute", "second", "microsecond", "tzinfo", "fold")
ENCODE = {
    "fractions.Fraction": _fields("frac", "numerator", "denominator"),
    "decimal.Decimal": _decimal,
    "datetime.date": _fields("date", "year", "month", "day"),
    "datetime.datetime": _fields("datetime", "year", "month", "day", *_TIME),
    "datetime.time": _fields("time", *_TIME),
    "datetime.timedelta": _fields("delta", "days", "seconds", "microseconds"),
    "datetime.timezone": _timezone,
    "zoneinfo.ZoneInfo": _fields("zone", "key"),
    "uuid.UUID": _fields("uuid", "hex"),
    "collections.OrderedDict": _mapping("odict"),
    "collections.Counter": _mapping("counter"),
    "collections.defaultdict": _default_dict,
    "collections.deque": _deque,
    "array.array": _array,
    "types.SimpleNamespace": _simple_namespace,
    **{
        f"pathlib.{name}": (lambda tag: lambda encoder, value: ["path", tag, str(value)])(name)
        for name in ("PosixPath", "PurePosixPath", "PureWindowsPath")
    },
}


def _make(module: str, name: str):
    return getattr(importlib.import_module(module), name)


def _decode_mapping(name: str):
    def decode(decoder, keys, values):
        made = decoder.numbered(_make("collections", name)())
        dict.update(made, zip(decoder.items(keys), decoder.items(values)))
        return made

    return decode


def _decode_default_dict(decoder, name, keys, values):
    factory = {"int": int, "list": list, "dict": dict, "set": set, "float": float, "str": str, "bool": bool}.get(name)
    made = decoder.numbered(_make("collections", "defaultdict")(factory))
    dict.update(made, zip(decoder.items(keys), decoder.items(values)))
    return made


def _decode_deque(decoder, items, size):
    made = decoder.numbered(_make("collections", "deque")(maxlen=None if size is None else int(size)))
    made.extend(decoder.items(items))
    return made


def _decode_decimal(decoder, sign, digits, exponent):
    if len(digits) > _MAX_DIGITS:
        raise ValueError("too many digits")
    exponent = exponent if exponent in ("F", "n", "N") else int(exponent)
    return _make("decimal", "Decimal")((int(sign), tuple(map(int, digits)), exponent))


def _decode_time(name: str, whole: int):
    def decode(decoder, *parts):
        *numbers, zone, fold = parts
        if len(numbers) != whole:
            raise ValueError("not a time")
        return _make("datetime", name)(*map(int, numbers), tzinfo=decoder.value(zone), fold=int(fold))

    return decode


def _decode_array(decoder, typecode, data):
    made = decoder.numbered(_make("array", "array")(str(typecode)))
    made.frombytes(bytes.fromhex(data))
    return made


def _decode_namespace(decoder, keys, values):
    made = decoder.numbered(_make("types", "SimpleNamespace")())
    vars(made).update(zip(decoder.items(keys), decoder.items(values)))
    return made


def _decode_path(decoder, name, text):
    if name not in ("PosixPath", "PurePosixPath", "PureWindowsPath"):
        raise ValueError("not a path")
    return _make("pathlib", name)(str(text))


DECODE = {
    "frac": lambda decoder, above, below: _make("fractions", "Fraction")(decoder.value(above), decoder.value(below)),
    "dec": _decode_decimal,
    "date": lambda decoder, *parts: _make("datetime", "date")(*map(int, parts)),
    "datetime": _decode_time("datetime", 7),
    "time": _decode_time("time", 4),
    "delta": lambda decoder, *parts: _make("datetime", "timedelta")(*map(int, parts)),
    "tz": lambda decoder, offset: _make("datetime", "timezone")(decoder.value(offset)),
    "zone": lambda decoder, key: _make("zoneinfo", "ZoneInfo")(str(key)),
    "uuid": lambda decoder, text: _make("uuid", "UUID")(str(text)),
    "odict": _decode_mapping("OrderedDict"),
    "counter": _decode_mapping("Counter"),
    "ddict": _decode_default_dict,
    "deque": _decode_deque,
    "array": _decode_array,
    "ns": _decode_namespace,
    "path": _decode_path,
}
