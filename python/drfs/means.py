"""Any scikit-learn estimator as the model of the conditional means."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

import numpy as np
from sklearn.base import clone
from sklearn.pipeline import Pipeline
from sklearn.utils.validation import has_fit_parameter


log = logging.getLogger("drfs")


def _weight_parameter(estimator: Any) -> str | None:
    """What `fit` calls the weights of the rows; of a pipeline, the last step's."""
    if isinstance(estimator, Pipeline):
        name, last = estimator.steps[-1]
        return f"{name}__sample_weight" if has_fit_parameter(last, "sample_weight") else None
    return "sample_weight" if has_fit_parameter(estimator, "sample_weight") else None


class _Fitted:
    """What the library asks of a model. `classes` is 0 for a regression."""

    def __init__(self, estimator: Any, classes: int) -> None:
        self._estimator = clone(estimator)
        self._classes = classes
        if classes and not hasattr(self._estimator, "predict_proba"):
            raise TypeError(
                f"mean_estimator: {type(estimator).__name__} has no predict_proba, which a target "
                "of classes needs"
            )

    def fit(self, x: np.ndarray, y: np.ndarray, weight: np.ndarray) -> None:
        y = y.astype(np.int64) if self._classes else y
        name = _weight_parameter(self._estimator)
        if name is None and weight.min() < weight.max():
            log.warning("mean_estimator: %r knows no weights", type(self._estimator).__name__)
        self._estimator.fit(x, y, **({} if name is None else {name: weight}))

    def predict(self, x: np.ndarray) -> list[float]:
        """Class by class where there are several, each for all rows."""
        if not self._classes:
            return np.asarray(self._estimator.predict(x), dtype=np.float64).ravel().tolist()
        shares = np.zeros((len(x), self._classes))
        shares[:, np.asarray(self._estimator.classes_, dtype=np.int64)] = (
            self._estimator.predict_proba(x)
        )
        return (shares[:, 1] if self._classes == 2 else shares.T.ravel()).tolist()

    def importance(self) -> list[float]:
        """Per column, where the estimator has something of the kind."""
        found = getattr(self._estimator, "feature_importances_", None)
        if found is None:
            found = getattr(self._estimator, "coef_", None)
            found = None if found is None else np.atleast_2d(np.square(found)).sum(axis=0)
        return [] if found is None else np.asarray(found, dtype=np.float64).ravel().tolist()


def adapter_of(estimator: Any) -> Callable[[int], _Fitted]:
    if not hasattr(estimator, "fit") or not hasattr(estimator, "predict"):
        raise TypeError(f"mean_estimator: {estimator!r} is no estimator with fit and predict")
    return lambda classes: _Fitted(estimator, classes)
