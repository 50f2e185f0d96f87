"""Any scikit-learn estimator as the model of the conditional means."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from sklearn.base import clone
from sklearn.utils.validation import has_fit_parameter


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
        if has_fit_parameter(self._estimator, "sample_weight"):
            self._estimator.fit(x, y, sample_weight=weight)
        else:
            self._estimator.fit(x, y)

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
