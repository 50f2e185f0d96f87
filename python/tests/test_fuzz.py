"""Thousands of arrays of all kinds, or as many as DRFS_FUZZ_ROUNDS says: an answer, a ValueError or a
TypeError, and nothing else."""

import os
import warnings

import numpy as np
import pytest

import drfs

ROUNDS = int(os.environ.get("DRFS_FUZZ_ROUNDS", "2000"))

DTYPES = [
    np.float16, np.float32, np.float64, np.longdouble, np.int8, np.int64, np.uint64, bool,
    np.complex64, object, "U3", "S3", "datetime64[D]", ">f4", ">f8",
]
SPECIAL = [np.nan, np.inf, -np.inf, 0.0, -0.0, 1e308, -1e308, 1e-320, 2.0**53, 3.4e38]


def some_matrix(rng):
    rows, columns = rng.integers(0, 50), rng.integers(0, 6)
    x = rng.normal(size=(rows, columns))
    kind = rng.integers(0, 6)
    if kind == 0:
        x = np.round(x)
    elif kind == 1 and x.size:
        x.flat[rng.integers(0, x.size, size=rng.integers(1, 5))] = rng.choice(SPECIAL)
    elif kind == 2 and columns > 1:
        x[:, 0] = x[:, 1]
    elif kind == 3:
        x *= 10.0 ** rng.integers(-40, 40)
    return x


def some_form(rng, x):
    """The same numbers, or what is left of them, in another form."""
    form = rng.integers(0, 13)
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        if form == 0:
            try:
                return x.astype(rng.choice(np.array(DTYPES, dtype=object)))
            except (ValueError, TypeError, OverflowError):
                return x
        if form == 1:
            return np.asfortranarray(x)
        if form == 2:
            return x[::-1, ::-1]
        if form == 3:
            return x.tolist()
        if form == 4:
            return x.ravel()
        if form == 5:
            return x[None]
        if form == 6:
            return np.repeat(x, 2, axis=1)[:, ::2]
        if form == 7:
            return np.broadcast_to(x[:1], x.shape) if len(x) else x
        if form == 8:
            pandas = pytest.importorskip("pandas")
            frame = pandas.DataFrame(x)
            if frame.shape[1] > 1:
                frame[0] = frame[0].round().astype(str).astype("category")
                frame.columns = [rng.choice(["a", "b", ""]) + str(c) for c in frame.columns]
            return frame
        if form == 9:
            polars = pytest.importorskip("polars")
            columns = {f"c{j}": x[:, j] for j in range(x.shape[1])}
            if columns and rng.random() < 0.5:
                columns["c0"] = [str(round(v)) if -9 < v <= 1 else None for v in x[:, 0]]
            return polars.DataFrame(columns)[int(rng.integers(0, 2)) :]
        if form == 10:
            packed = np.zeros(len(x), dtype=[("k", "i4"), ("v", "f8", x.shape[1]), ("w", "u1")])
            packed["v"] = x
            return packed["v"]
        if form == 11:
            return (np.nan_to_num(x, posinf=9, neginf=9).clip(-9, 9) * 2**40).astype(np.int64)
        return x


def some_target(rng, x):
    rows = x.shape[0] if rng.random() < 0.95 else rng.integers(0, 60)
    kind = rng.integers(0, 10)
    if kind == 0:
        return rng.choice(["u", "v", "w"], size=rows)
    if kind == 1:
        return rng.integers(0, 2, size=rows)
    if kind == 2:
        return np.ones(rows)
    if kind == 3:
        return rng.normal(size=rows).astype(object)
    if kind == 4 and rows:
        y = rng.normal(size=rows)
        y[rng.integers(0, rows)] = rng.choice(SPECIAL)
        return y
    if kind == 5:
        return rng.integers(2**40, 2**40 + 3, size=rows)
    if kind == 6:
        return pytest.importorskip("polars").Series(rng.normal(size=rows))
    y = rng.normal(size=rows)
    return y + x[:, 0] if x.shape[1] and x.shape[0] == rows else y


def some_populations(rng, rows):
    kind = rng.integers(0, 8)
    if kind == 0:
        return None
    if kind == 6:
        return rng.integers(2**40, 2**40 + 2, size=rows)
    if kind == 7:
        return [rng.choice(["a", "b"]) if rng.random() < 0.9 else np.nan for _ in range(rows)]
    if kind == 1:
        return rng.integers(0, 3, size=rows)
    if kind == 2:
        return rng.choice(np.array(["a", "b", None, np.nan], dtype=object), size=rows)
    if kind == 3:
        return rng.normal(size=rows)
    return rng.choice(["a", "b"], size=rows)


def parameters(rng):
    return {
        "n_features_to_select": [1, 2, None, 0.5, 100, 0, "one", 1.5][rng.integers(0, 8)],
        "method": ["lasso", "random", "greedy", "xgb", "auto"][rng.integers(0, 5)],
        "missing_values": ["refuse", "median", "indicator", "native"][rng.integers(0, 4)],
        "task": ["auto", "auto", "regression", "multiclass"][rng.integers(0, 4)],
        "options": {"time_limit": 0.05, "trees": 5, "selection_share": [0, 0.6, 1][rng.integers(0, 3)]},
        "n_jobs": 1,
    }


def test_no_array_is_a_crash():
    fitted = 0
    for seed in range(ROUNDS):
        rng = np.random.default_rng(seed)
        x = some_matrix(rng)
        y = some_target(rng, x)
        weight = rng.choice(SPECIAL, size=len(x)) if rng.random() < 0.1 else None
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                selector = drfs.DRFSelector(**parameters(rng)).fit(
                    some_form(rng, x), y, populations=some_populations(rng, len(x)),
                    sample_weight=weight,
                )
            except (ValueError, TypeError) as error:
                assert str(error), f"seed {seed}"
                assert "internal" not in str(error), f"seed {seed}: {error}"
                continue
        assert 1 <= selector.get_support().sum() <= x.shape[1], f"seed {seed}"
        fitted += 1
    assert fitted > ROUNDS / 20, "too few arrays were good enough to test anything"
