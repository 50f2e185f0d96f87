"""The selector as a scikit-learn estimator."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import sklearn
from sklearn.base import BaseEstimator
from sklearn.feature_selection import SelectorMixin
from sklearn.utils._set_output import _get_output_config
from sklearn.utils.validation import check_consistent_length, check_is_fitted, column_or_1d

from . import tables
from .calls import call
from .results import Selection

_BEFORE_VALIDATE_DATA = tuple(int(n) for n in sklearn.__version__.split(".")[:2]) < (1, 6)


_PARAMETER_OF = {
    "target": "y of fit",
    "population": "populations",
    "weight": "sample_weight of fit",
    "budget": "n_features_to_select",
    "cost": "costs",
    "group": "groups",
    "seed": "random_state",
    **{
        name: name
        for name in (
            "method", "task", "aim", "budget_cost", "include", "exclude", "missing_values",
            "min_rows", "bootstrap",
        )
    },
}


class DRFSelector(SelectorMixin, BaseEstimator):
    """Chooses features so that models trained for each population on them all do well.

    Parameters
    ----------
    n_features_to_select : int, float or None
        How many features to choose, or a share of them between 0 and 1. None: half of them, or as
        many as `budget_cost` allows where that is given. Exactly so many are chosen, as elsewhere in
        scikit-learn, unless costs or rules do not let them; `options={"fill": False}` leaves out
        those that serve nobody.
    populations : str, list of str or None
        The columns of X that say which population a row is of; they are no candidates. None: the
        populations are given to `fit`; without them all rows are one population.
    method, task, aim :
        As `--method`, `--task` and `--aim` of the command line.
    costs : dict or None
        What each feature costs, by name.
    budget_cost : float or None
        What the choice may cost.
    groups : dict or None
        {"name": ["column", ...]}: columns that are one feature. A categorical column of a frame is
        one feature in any case.
    include, exclude : list of str or None
        Features that must, or must not, be chosen.
    mean_estimator : estimator or None
        Any scikit-learn estimator for the conditional means, fitted out of fold; None: boosted
        trees.
    missing_values : "refuse", "median", "indicator" or "native"
        What becomes of NaN in X.
    min_rows : int
        Fewest rows of a population. Figures from fewer than 100 rows say little.
    bootstrap : int
        How many resamples the choice is repeated on; `result_["stability"]` has what comes out.
    random_state : int
        Seed of everything random; the same seed gives the same answer.
    n_jobs : int or None
        Threads; None and -1: all cores. It has no effect on the answer.
    verbose : int
        Above 0: a progress bar.
    options : dict or None
        Any further option of `drfs select`, with _ in the place of -.

    Attributes
    ----------
    result_ : Selection
        The content of selection.json.
    ranking_ : array of int
        For each column of X its place, 1 the best: the chosen ones, then the others by their noise
        or, where there is none, by name.
    noise_ : array of float
        For each column of X the noise level at which the relaxation left it, small where it is
        needed; NaN where the method has none.
    population_risk_ : dict
        The risk of each population on rows that had no part in the choice: 0 is perfect, 1 no
        better than knowing nothing; None with the option selection_share=1, which scores nothing.
    n_features_in_, feature_names_in_ :
        As everywhere in scikit-learn.
    """

    def __init__(
        self,
        n_features_to_select: int | float | None = None,
        *,
        populations: str | Sequence[str] | None = None,
        method: str = "auto",
        task: str = "auto",
        aim: str = "worst",
        costs: Mapping[str, float] | None = None,
        budget_cost: float | None = None,
        groups: Mapping[str, Sequence[str]] | None = None,
        include: Sequence[str] | None = None,
        exclude: Sequence[str] | None = None,
        mean_estimator: Any = None,
        missing_values: str = "refuse",
        min_rows: int = 8,
        bootstrap: int = 0,
        random_state: int = 0,
        n_jobs: int | None = None,
        verbose: int = 0,
        options: Mapping[str, Any] | None = None,
    ) -> None:
        self.n_features_to_select = n_features_to_select
        self.populations = populations
        self.method = method
        self.task = task
        self.aim = aim
        self.costs = costs
        self.budget_cost = budget_cost
        self.groups = groups
        self.include = include
        self.exclude = exclude
        self.mean_estimator = mean_estimator
        self.missing_values = missing_values
        self.min_rows = min_rows
        self.bootstrap = bootstrap
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.options = options

    def fit(self, X: Any, y: Any, *, populations: Any = None, sample_weight: Any = None):
        """Chooses features of X for the target y.

        `populations` says for each row which population it is of. Interrupted by Ctrl-C, the
        selector is left fitted with the best choice so far, if there is one.
        """
        features, y = self._checked(X, y)
        names = [column[0] for column in features]
        roles = _Roles(names)
        population = self._named_populations(names) or [roles.population]
        columns = [*features, tables.column_of(roles.target, y)]
        if population == [roles.population]:
            columns.append(_labels(roles.population, populations, X, len(features[0][1])))
        elif populations is not None:
            raise ValueError("populations are given twice: as columns of X and to fit")
        options = {"target": roles.target, "population": population}
        if sample_weight is not None:
            columns.append((roles.weight, _weights(sample_weight, X)))
            options["weight"] = roles.weight
        options |= self._stated_options(self._candidates(features, set(population)))
        content, text = call(
            "select",
            ("X", len(features[0][1]), columns),
            options,
            threads=self.n_jobs,
            progress=bool(self.verbose),
            mean_estimator=self.mean_estimator,
        )
        self._keep(Selection(content, text), names)
        self._warn_of_dropped_rows()
        if self.result_.interrupted:
            raise KeyboardInterrupt
        return self

    def _warn_of_dropped_rows(self) -> None:
        dropped = self.result_["rows_dropped"]
        for reason in ("without_target", "without_population"):
            if dropped[reason] > 0:
                warnings.warn(
                    f"{dropped[reason]} rows {reason.replace('_', ' ')} are left out", stacklevel=3
                )

    def transform(self, X: Any):
        """X with the chosen columns; a Polars frame keeps their types where its kind is asked for."""
        asked = _get_output_config("transform", self)["dense"]
        if asked == "polars" and type(X).__module__.startswith("polars"):
            check_is_fitted(self)
            self._check_names(X, reset=False)
            return X[:, [int(j) for j in self.get_support(indices=True)]]
        return super().transform(X)

    def _checked(self, X: Any, y: Any) -> tuple[list, Any]:
        """The columns of X, which are read where they lie, and y as a vector."""
        if y is None:
            raise ValueError(
                f"This {type(self).__name__} estimator requires y to be passed, but the target y "
                "is None."
            )
        if tables.is_frame(X) and not isinstance(X, Mapping):
            if getattr(X, "ndim", 2) != 2:
                raise ValueError("Expected 2D array, got 1D array instead: X is a single column")
            tables.check_different(X.columns if hasattr(X, "columns") else ())
            self._check_names(X)
            rows, columns = tables.columns_of(X, self._population_columns())
            if rows < 2 or not columns:
                raise ValueError(f"Found {rows} sample(s) and {len(columns)} feature(s) in X")
            y = y if tables.is_pandas(y) and y.ndim == 1 else column_or_1d(y, warn=True)
            check_consistent_length(X, y)
            return columns, y
        X, y = self._check_arrays(X, y)
        names = getattr(self, "feature_names_in_", [f"x{j}" for j in range(X.shape[1])])
        return tables.array_columns(X, names), y

    def _check_names(self, X: Any, reset: bool = True) -> None:
        if _BEFORE_VALIDATE_DATA:
            self._check_feature_names(X, reset=reset)
            self._check_n_features(X, reset=reset)
        else:
            from sklearn.utils.validation import validate_data

            validate_data(self, X, skip_check_array=True, reset=reset)

    def _check_arrays(self, X: Any, y: Any) -> tuple[np.ndarray, np.ndarray]:
        """What is missing or infinite the library finds on its way."""
        common = {"dtype": [np.float64, np.float32], "ensure_min_samples": 2}
        if _BEFORE_VALIDATE_DATA:
            return self._validate_data(X, y, force_all_finite=False, **common)
        from sklearn.utils.validation import validate_data

        return validate_data(self, X, y, ensure_all_finite=False, **common)

    def _population_columns(self) -> list[str]:
        if self.populations is None:
            return []
        return [self.populations] if isinstance(self.populations, str) else list(self.populations)

    def _named_populations(self, names: list[str]) -> list[str]:
        columns = self._population_columns()
        for name in columns:
            if name not in names:
                raise ValueError(
                    f"populations: '{name}' is no column of X. Name columns of X, or give the "
                    "populations to fit"
                )
        return columns

    def _further_options(self) -> dict:
        """Those that no parameter has another name for."""
        given = dict(self.options or {})
        for name, parameter in _PARAMETER_OF.items():
            if name in given:
                raise ValueError(f"options: '{name}' is the parameter {parameter}")
        return given

    def _stated_options(self, candidates: int) -> dict:
        return {
            "method": self.method,
            "task": self.task,
            "aim": self.aim,
            "budget": self._budget(candidates),
            "fill": self.budget_cost is None,
            "cost": self.costs,
            "budget_cost": self.budget_cost,
            "group": self.groups,
            "include": self.include,
            "exclude": self.exclude,
            "missing_values": self.missing_values,
            "min_rows": self.min_rows,
            "bootstrap": self.bootstrap,
            "seed": self.random_state,
            **self._further_options(),
        }

    def _candidates(self, features: list, other: set[str]) -> int:
        """How many features there are to choose from; only asked where the budget depends on it."""
        if not isinstance(self.n_features_to_select, (type(None), float, np.floating)):
            return 0
        group_of = {c: group for group, parts in (self.groups or {}).items() for c in parts}
        other |= set(self.exclude or ())
        return len(
            {
                group_of.get(name, name)
                for name, values, *_ in features
                if name not in other and group_of.get(name) not in other and _varies(values)
            }
        )

    def _budget(self, candidates: int) -> int | None:
        wanted = self.n_features_to_select
        if wanted is None:
            needs_none = self.budget_cost is not None or "max_risk" in (self.options or {})
            return None if needs_none else max(1, candidates // 2)
        if isinstance(wanted, (float, np.floating)):
            if not 0 < wanted < 1:
                raise ValueError(
                    f"n_features_to_select: {wanted} is neither a whole number nor a share between "
                    "0 and 1"
                )
            return max(1, int(wanted * candidates))
        if isinstance(wanted, (int, np.integer)) and not isinstance(wanted, bool) and wanted < 1:
            raise ValueError(f"n_features_to_select: {wanted} is less than 1")
        return wanted

    def _keep(self, result: Selection, names: list[str]) -> None:
        self.result_ = result
        groups = {name: list(columns) for name, columns in (self.groups or {}).items()}
        order = {feature: place for place, feature in enumerate(result.features)}
        noise = result["noise"] or {}
        self.noise_ = np.full(len(names), np.nan)
        for feature, level in noise.items():
            for column in groups.get(feature, [feature]):
                self.noise_[names.index(column)] = level
        feature_of = {c: group for group, columns in groups.items() for c in columns}
        features = list(dict.fromkeys(feature_of.get(name, name) for name in names))
        features.sort(key=lambda f: (order.get(f, len(order)), noise.get(f, np.inf), f))
        place = {feature: i + 1 for i, feature in enumerate(features)}
        self.ranking_ = np.array([place[feature_of.get(name, name)] for name in names])
        self.support_ = np.array([feature_of.get(name, name) in order for name in names])
        self.population_risk_ = {p["name"]: p["risk"] for p in result["populations"]}

    def _get_support_mask(self) -> np.ndarray:
        check_is_fitted(self)
        return self.support_

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.target_tags.required = True
        tags.input_tags.allow_nan = self.missing_values != "refuse"
        return tags

    def _more_tags(self) -> dict:
        return {"requires_y": True, "allow_nan": self.missing_values != "refuse"}


def _labels(name: str, populations: Any, X: Any, rows: int) -> tables.Column:
    if populations is None:
        warnings.warn(
            "no populations are given: all rows are one. Say fit(X, y, populations=...)",
            stacklevel=3,
        )
        return (name, np.zeros(rows, dtype=np.int32), ["all"])
    if isinstance(populations, str):
        raise ValueError(
            f"populations: '{populations}' is one text, not a label for every row. A column of X is "
            f"named before: DRFSelector(populations='{populations}')"
        )
    check_consistent_length(X, populations)
    return tables.labels_of(name, populations)


def _weights(sample_weight: Any, X: Any) -> np.ndarray:
    weight = np.asarray(sample_weight, dtype=np.float64)
    if weight.ndim != 1:
        raise ValueError(f"sample_weight has {weight.ndim} dimensions instead of one")
    check_consistent_length(X, weight)
    return weight


def _varies(values: np.ndarray) -> bool:
    known = values[values == values]
    return len(known) > 0 and bool((known != known[0]).any())


class _Roles:
    """Names for the columns that are no features, none of which is a feature's."""

    def __init__(self, taken: list[str]) -> None:
        self._taken = set(taken)
        self.target = self._free("y")
        self.population = self._free("population")
        self.weight = self._free("sample_weight")

    def _free(self, name: str) -> str:
        while name in self._taken:
            name += "_"
        return name
