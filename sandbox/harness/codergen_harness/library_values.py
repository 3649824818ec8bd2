"""Plain forms of NumPy, torch, pandas and Pillow values, both ways: kind, shape and raw bytes, no objects."""

from __future__ import annotations

import base64
import importlib
import math

_NUMPY_KINDS = "biufcmMSUV?"
_MAX_DIMENSIONS = 32


def _text(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")


def _dtype(value):
    return importlib.import_module("numpy").dtype(value)


def _ndarray(encoder, value) -> list:
    kind = value.dtype
    if kind.names is not None or kind.kind not in _NUMPY_KINDS + "O":
        return encoder.foreign(value)
    encoder.number(value)
    if kind.kind == "O":
        return ["nda", "O", list(value.shape), encoder.items(list(value.ravel().tolist()))]
    return ["nda", kind.str, list(value.shape), _text(value.tobytes())]


def _numpy_scalar(encoder, value) -> list:
    return ["nds", value.dtype.str, _text(value.tobytes())]


def scalar_encoder(kind: type, module: str):
    """The encoder of NumPy's own scalar types, which are many."""
    if module != "numpy":
        return None
    generic = importlib.import_module("numpy").generic
    return _numpy_scalar if issubclass(kind, generic) and kind.__name__ not in ("void", "object_") else None


def _numpy_dtype(encoder, value) -> list:
    return ["dtype", value.str]


def _tensor(encoder, value) -> list:
    torch = importlib.import_module("torch")
    encoder.number(value)
    plain = value.detach().cpu().contiguous().resolve_conj().resolve_neg()
    name = str(plain.dtype).partition(".")[2]
    data = plain.reshape(-1).view(torch.uint8).numpy().tobytes() if plain.numel() else b""
    return ["tensor", name, list(plain.shape), _text(data), bool(value.requires_grad)]


def _column(encoder, series) -> list:
    """A column or an index: the kind's name and NumPy data, or the values one by one."""
    kind = str(series.dtype)
    if kind == "object" or kind.startswith(("str", "category")):
        return [kind, "values", encoder.items(list(series.tolist()))]
    return [kind, "array", encoder.value(series.to_numpy())]


def _series(encoder, value) -> list:
    encoder.number(value)
    return ["series", _column(encoder, value), _column(encoder, value.index), encoder.value(value.name)]


def _index(encoder, value) -> list:
    return ["index", _column(encoder, value), encoder.value(value.name)]


def _frame(encoder, value) -> list:
    encoder.number(value)
    columns = [_column(encoder, value.iloc[:, place]) for place in range(value.shape[1])]
    return ["frame", columns, _column(encoder, value.index), encoder.value(value.columns.tolist())]


def _image(encoder, value) -> list:
    palette = _text(bytes(value.getpalette())) if value.mode == "P" and value.getpalette() else None
    return ["image", value.mode, list(value.size), _text(value.tobytes()), palette]


def _timestamp(encoder, value) -> list:
    return ["timestamp", value.isoformat(), type(value).__name__]


#: Classes of the libraries themselves that mean more than their base does.
_OWN_MEANING = ("numpy", "pandas", "PIL")


def base_encoder(mro: tuple):
    """The encoder for a program's own subclass of an array, a tensor, a frame or an image; None where there is none."""
    for cls in mro[1:]:
        found = ENCODE.get(f"{cls.__module__}.{cls.__qualname__}")
        if found is not None:
            return found
        if str(cls.__module__).partition(".")[0] in _OWN_MEANING:
            return None
    return None


_INDEXES = ("Index", "RangeIndex", "Int64Index", "Float64Index", "DatetimeIndex", "CategoricalIndex")
ENCODE = {
    "numpy.ndarray": _ndarray,
    "torch.Tensor": _tensor,
    "pandas.core.frame.DataFrame": _frame,
    "pandas.core.series.Series": _series,
    **{
        f"pandas.core.indexes.{module}.{name}": _index
        for module in ("base", "range", "numeric", "datetimes", "category")
        for name in _INDEXES
    },
    "pandas.DataFrame": _frame,
    "pandas.Series": _series,
    **{f"pandas.{name}": _index for name in _INDEXES},
    "pandas.Timestamp": _timestamp,
    "pandas._libs.tslibs.timestamps.Timestamp": _timestamp,
    "PIL.Image.Image": _image,
    "PIL.PngImagePlugin.PngImageFile": _image,
    "PIL.JpegImagePlugin.JpegImageFile": _image,
}


def _shape(sizes) -> tuple:
    shape = tuple(sizes)
    if len(shape) > _MAX_DIMENSIONS or not all(type(size) is int and size >= 0 for size in shape):
        raise ValueError("not a shape")
    return shape


def _safe_dtype(text: str):
    kind = _dtype(str(text))
    if kind.hasobject or kind.names is not None or kind.kind not in _NUMPY_KINDS:
        raise ValueError("not a kind of array that crosses")
    return kind


def _decode_ndarray(decoder, kind, sizes, data):
    numpy = importlib.import_module("numpy")
    shape = _shape(sizes)
    if kind == "O":
        if len(data) != math.prod(shape):
            raise ValueError("wrong number of items")
        made = decoder.numbered(numpy.empty(shape, dtype=object))
        flat = made.reshape(-1)
        for place, item in enumerate(decoder.items(data)):
            flat[place] = item
        return made
    raw = numpy.frombuffer(base64.b64decode(data), dtype=_safe_dtype(kind))
    return decoder.numbered(raw.reshape(shape).copy())


def _decode_scalar(decoder, kind, data):
    raw = importlib.import_module("numpy").frombuffer(base64.b64decode(data), dtype=_safe_dtype(kind))
    return raw.reshape(())[()]


def _decode_tensor(decoder, name, sizes, data, gradient):
    torch = importlib.import_module("torch")
    kind = getattr(torch, str(name))
    if type(kind) is not torch.dtype:
        raise ValueError("not a kind of tensor")
    shape = _shape(sizes)
    raw = bytearray(base64.b64decode(data))
    made = torch.frombuffer(raw, dtype=kind).reshape(shape) if raw else torch.empty(shape, dtype=kind)
    return decoder.numbered(made.clone().requires_grad_(bool(gradient)))


def _decode_column(decoder, kind, form, data):
    pandas = importlib.import_module("pandas")
    values = decoder.items(data) if form == "values" else decoder.value(data)
    return pandas.Series(values, dtype=str(kind))


def _decode_index(decoder, column, name=None):
    return importlib.import_module("pandas").Index(_decode_column(decoder, *column), name=decoder.value(name))


def _reserve(decoder, placeholder_number: int, made):
    decoder.replace(placeholder_number, made)
    return made


def _decode_series(decoder, column, index, name):
    number = decoder.reserve()
    made = _decode_column(decoder, *column)
    made.index = _decode_index(decoder, index)
    made.name = decoder.value(name)
    return _reserve(decoder, number, made)


def _decode_frame(decoder, columns, index, names):
    pandas = importlib.import_module("pandas")
    number = decoder.reserve()
    held = [_decode_column(decoder, *column) for column in columns]
    labels = _decode_index(decoder, index)
    made = pandas.concat(held, axis=1) if held else pandas.DataFrame(index=labels)
    made.index = labels
    made.columns = decoder.value(names)
    return _reserve(decoder, number, made)


def _decode_image(decoder, mode, sizes, data, palette):
    image = importlib.import_module("PIL.Image")
    width, height = _shape(sizes)
    made = image.frombytes(str(mode), (width, height), base64.b64decode(data))
    if palette is not None:
        made.putpalette(base64.b64decode(palette))
    return made


DECODE = {
    "nda": _decode_ndarray,
    "nds": _decode_scalar,
    "dtype": lambda decoder, kind: _safe_dtype(kind),
    "tensor": _decode_tensor,
    "series": _decode_series,
    "index": _decode_index,
    "frame": _decode_frame,
    "image": _decode_image,
    "timestamp": lambda decoder, text, name: importlib.import_module("pandas").Timestamp(str(text)),
}
