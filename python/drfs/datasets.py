"""The synthetic populations of the paper, for trying things out."""

from __future__ import annotations

import numpy as np
from sklearn.utils import Bunch

from . import _core


def _synthetic(number: int, rows: int | None, features: int | None, seed: int, as_frame: bool):
    columns = _core.synthetic(number, rows or 0, features or 0, seed)
    populations = np.asarray(columns.pop("population"), dtype=object)
    target = columns.pop("y")
    names = list(columns)
    if as_frame:
        import pandas

        data = pandas.DataFrame(columns)
        target = pandas.Series(target, name="y")
        populations = pandas.Series(populations, name="population")
        return Bunch(
            data=data,
            target=target,
            populations=populations,
            feature_names=names,
            frame=pandas.concat([data, target, populations], axis=1),
        )
    data = np.empty((len(target), len(names)), dtype=np.float32, order="F")
    for j, name in enumerate(names):
        data[:, j] = columns[name]
    return Bunch(data=data, target=target, populations=populations, feature_names=names)


def synth1(rows: int | None = None, features: int | None = None, seed: int = 0, as_frame=False):
    """Three populations with shared and own linear signals: data, target, populations."""
    return _synthetic(1, rows, features, seed, as_frame)


def synth2(rows: int | None = None, features: int | None = None, seed: int = 0, as_frame=False):
    """The paper's second set: data, target, populations."""
    return _synthetic(2, rows, features, seed, as_frame)


def synth3(rows: int | None = None, features: int | None = None, seed: int = 0, as_frame=False):
    """The paper's third set: data, target, populations."""
    return _synthetic(3, rows, features, seed, as_frame)
