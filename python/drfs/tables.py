"""From what people have to columns that the library reads where they lie.

A column is a tuple: (name, numbers) with an array of float32 or float64, or (name, codes, levels)
with int32 codes, -1 where a value is missing. Numbers are handed over without a copy wherever
they are floats already.
"""

from __future__ import annotations

import logging
import numbers
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from . import _core

log = logging.getLogger("drfs")

Column = tuple
_SHORT_RANGE = 1000  # of whole numbers, each of which may be a level


def text_of(value: Any) -> str:
    """How the command line would read the value from a CSV file: 3.0 is "3"."""
    if isinstance(value, (bool, np.bool_)):
        return str(bool(value))
    if isinstance(value, numbers.Integral):
        return str(int(value))
    if isinstance(value, numbers.Real):
        return str(np.float32(value)).removesuffix(".0")
    return value.decode() if isinstance(value, bytes) else str(value)


def is_missing(value: Any) -> bool:
    if value is None:
        return True
    if isinstance(value, (float, np.floating)):
        return bool(np.isnan(value))
    return type(value).__name__ in ("NAType", "NaTType")


def category(name: str, values: Any) -> Column:
    """Any values by their texts, each a level."""
    if isinstance(values, np.ndarray) and values.dtype.kind in "iu" and len(values):
        least, most = int(values.min()), int(values.max())
        if most - least < _SHORT_RANGE:
            codes = (values - values.dtype.type(least)).astype(np.int32)
            return (name, codes, [text_of(value) for value in range(least, most + 1)])
    values = values.tolist() if isinstance(values, np.ndarray) else list(values)
    levels: dict[str, int] = {}
    codes = {
        value: -1 if is_missing(value) else levels.setdefault(text_of(value), len(levels))
        for value in dict.fromkeys(values)
    }
    found = np.fromiter(map(codes.__getitem__, values), dtype=np.int32, count=len(values))
    return (name, found, list(levels))


def numeric(name: str, values: np.ndarray) -> Column:
    """Floats as they are; other numbers become floats."""
    if values.dtype.kind == "c":
        raise ValueError(f"Complex data not supported: column '{name}' holds complex numbers")
    is_float = values.dtype in (np.float32, np.float64) and values.dtype.isnative
    if not is_float:
        _warn_of_rounding(name, values)
        values = values.astype(np.float64 if values.dtype.itemsize > 2 else np.float32)
    elif not values.flags.aligned or any(step % values.itemsize for step in values.strides):
        values = values.copy()
    return (name, values)


def _warn_of_rounding(name: str, values: np.ndarray) -> None:
    if values.dtype.kind in "iu" and (values.astype(np.float32).astype(np.float64) != values).any():
        log.warning(
            "column '%s' has whole numbers above 16,777,216, which are rounded to single "
            "precision; subtract a constant from them, or make the column categorical if they are "
            "codes",
            name,
        )


def column_of(name: str, values: Any) -> Column:
    """A column of a frame or of a dictionary."""
    if is_pandas(values):
        return _column_of_series(name, values)
    array = _vector(name, values)
    if array.dtype.kind in "OUSb":
        return _column_of_objects(name, array.tolist())
    if array.dtype.kind in "mM":
        raise _dates(name)
    return numeric(name, array)


def _vector(name: str, values: Any) -> np.ndarray:
    """A list with texts stays a list of objects: NumPy would make a text of NaN."""
    texts = isinstance(values, (list, tuple)) and any(isinstance(v, str) for v in values)
    array = np.asarray(values, dtype=object if texts else None)
    if array.ndim == 2 and array.shape[1] == 1:
        array = array[:, 0]
    if array.ndim != 1:
        raise ValueError(f"{name} should be a 1d array, but has {array.ndim} dimensions")
    return array


def _dates(name: str) -> ValueError:
    return ValueError(
        f"column '{name}' holds dates. Turn them into numbers or categories, or leave it out: "
        f"drop='{name}'"
    )


def _column_of_objects(name: str, values: list) -> Column:
    present = [value for value in values if not is_missing(value)]
    is_number = [
        isinstance(value, numbers.Real) and not isinstance(value, (bool, np.bool_))
        for value in present
    ]
    if present and all(is_number):
        return (name, np.asarray([np.nan if is_missing(v) else v for v in values], np.float64))
    if not all(isinstance(value, (str, bytes, bool, np.bool_, numbers.Real)) for value in present):
        raise TypeError(f"column '{name}' holds something that is neither a text nor a number")
    return category(name, values)


def _column_of_series(name: str, series: Any) -> Column:
    kind = str(series.dtype)
    if kind == "category":
        levels = [text_of(level) for level in series.cat.categories]
        if len(set(levels)) < len(levels):
            return category(name, series.tolist())
        return (name, series.cat.codes.to_numpy().astype(np.int32), levels)
    if "datetime" in kind or "timedelta" in kind:
        raise _dates(name)
    if isinstance(series.dtype, np.dtype) and series.dtype.kind in "fiuc":
        return numeric(name, series.to_numpy())
    if not isinstance(series.dtype, np.dtype) and getattr(series.dtype, "kind", "O") in "fiu":
        return (name, series.to_numpy(dtype=np.float64, na_value=np.nan))
    return _column_of_objects(name, series.tolist())


def labels_of(name: str, values: Any) -> Column:
    """One label for every row, whatever its type."""
    if is_pandas(values) and str(getattr(values, "dtype", "")) == "category":
        return _column_of_series(name, values)
    return category(name, _vector(name, values))


def check_different(names: Iterable) -> None:
    name, times = next(iter(Counter(str(name) for name in names).most_common(1)), ("", 0))
    if times > 1:
        raise ValueError(f"two columns have the name '{name}'. Rename one of them")


def _named(names: Iterable) -> list[str]:
    out = [str(name) for name in names]
    check_different(out)
    return out


def array_columns(x: np.ndarray, names: Iterable[str]) -> list[Column]:
    """The columns of a matrix of numbers."""
    x = numeric("", x)[1]
    return [(name, x[:, j]) for j, name in enumerate(names)]


def is_pandas(data: Any) -> bool:
    """A frame or a series."""
    return type(data).__module__.split(".")[0] == "pandas" and hasattr(data, "iloc")


def is_frame(data: Any) -> bool:
    """Whether the data know their columns' names and types."""
    return isinstance(data, Mapping) or is_pandas(data) or hasattr(data, "__arrow_c_stream__")


def columns_of(
    data: Any, categories: Iterable[str] = (), unused: Iterable[str] = ()
) -> tuple[int, list[Column]]:
    """How many rows there are, and the columns: of a pandas frame, of anything with the Arrow C
    stream interface (Polars, PyArrow, DuckDB), of a dictionary, or of a matrix, whose columns
    are called x0, x1, ... Whole numbers of the categories are names, not amounts; what is unused
    may hold anything."""
    if hasattr(data, "__arrow_c_stream__") and not is_pandas(data):
        rows, columns = _core.arrow_columns(
            data.__arrow_c_stream__(), list(categories), list(unused)
        )
        check_different(column[0] for column in columns)
        return rows, [_nothing(c[0], rows) if c[1] is None else c for c in columns]
    if is_pandas(data):
        names = _named(data.columns)
        vectors = [data.iloc[:, j] for j in range(len(names))]
    elif isinstance(data, Mapping):
        names, vectors = _named(data), list(data.values())
    else:
        return _matrix_columns(data)
    rows = len(vectors[0]) if vectors else 0
    columns = []
    for name, values in zip(names, vectors):
        if name in unused:
            columns.append(_nothing(name, rows))
        elif name in categories:
            columns.append(labels_of(name, values))
        else:
            columns.append(column_of(name, values))
    return rows, columns


def _nothing(name: str, rows: int) -> Column:
    return (name, np.broadcast_to(np.float32(np.nan), (rows,)))


def _matrix_columns(data: Any) -> tuple[int, list[Column]]:
    array = np.asarray(data)
    if array.ndim != 2:
        raise ValueError(
            f"the data have {array.ndim} dimensions. Give a table: a frame, a dictionary of columns "
            "or a matrix"
        )
    if array.dtype.kind not in "fiub":
        raise ValueError(
            f"a matrix of {array.dtype} is not a matrix of numbers. Give a frame or a dictionary "
            "of columns"
        )
    return array.shape[0], array_columns(array, (f"x{j}" for j in range(array.shape[1])))
