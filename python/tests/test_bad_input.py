"""Whatever is wrong is said clearly, and is a ValueError or a TypeError."""

import numpy as np
import pytest

import drfs


def fit(x, y, populations, **parameters):
    return drfs.DRFSelector(2, method="lasso", **parameters).fit(x, y, populations=populations)


@pytest.fixture()
def parts():
    rng = np.random.default_rng(0)
    x = rng.normal(size=(60, 4))
    return x, x[:, 0] + 0.1 * rng.normal(size=60), np.repeat(["a", "b"], 30)


@pytest.mark.parametrize(
    "spoil, message",
    [
        (lambda x, y, p: (x[:50], y, p), "inconsistent numbers of samples"),
        (lambda x, y, p: (x, y, p[:50]), "inconsistent numbers of samples"),
        (lambda x, y, p: (x[:, 0], y, p), "Expected 2D array"),
        (lambda x, y, p: (x[None], y, p), "3"),
        (lambda x, y, p: (x, np.c_[y, y], p), "1d array"),
        (lambda x, y, p: (x, y, np.c_[p, p]), "1d array"),
        (lambda x, y, p: (x[:, :0], y, p), "0 feature"),
        (lambda x, y, p: (x[:0], y[:0], p[:0]), "0 sample"),
        (lambda x, y, p: (x, None, p), "requires y"),
        (lambda x, y, p: (x.astype(str) + "a", y, p), "could not convert string"),
        (lambda x, y, p: (x + 1j, y, p), "Complex data not supported"),
        (lambda x, y, p: (x, np.full(60, "same"), p), "1 distinct values"),
        (lambda x, y, p: (x, np.ones(60), p), "is the same in all 30 rows"),
        (lambda x, y, p: (x, np.where(np.arange(60) < 30, "u", "v"), p), "is the same in all"),
        (lambda x, y, p: (x * 0, y, p), "no usable feature"),
        (lambda x, y, p: (x, y, np.arange(60).astype(str)), "identifier|fewer than 8 rows"),
    ],
)
def test_wrong_shapes_and_values_are_refused(parts, spoil, message):
    with pytest.raises(ValueError, match=message):
        fit(*spoil(*parts))


@pytest.mark.parametrize("bad, message", [(np.nan, "missing values .NaN"), (np.inf, "inf")])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_what_is_not_a_number_is_refused_with_its_column(parts, bad, message, dtype):
    x, y, populations = parts
    x[7, 2] = bad
    with pytest.raises(ValueError, match=f"column 'x2'.*{message}"):
        fit(x.astype(dtype), y, populations)


def test_missing_values_are_filled_where_asked_to(parts):
    x, y, populations = parts
    x[::7, 2] = np.nan
    for how in ("median", "indicator"):
        assert fit(x, y, populations, missing_values=how).get_support().sum() == 2


def test_a_target_that_is_not_finite_is_refused(parts):
    x, y, populations = parts
    for bad in (np.nan, np.inf):
        y[3] = bad
        with pytest.raises(ValueError, match="NaN|inf"):
            fit(x, y, populations)


def test_a_single_population_is_allowed_with_a_warning(parts):
    x, y, _ = parts
    with pytest.warns(UserWarning, match="all rows are one"):
        assert fit(x, y, None).get_support()[0]


@pytest.mark.parametrize(
    "weight, message",
    [
        (np.ones(59), "inconsistent numbers of samples"),
        (np.ones((60, 1)), "dimensions"),
        (-np.ones(60), "negative weight"),
        (np.zeros(60), "zero or missing"),
        (np.full(60, np.inf), "not finite"),
    ],
)
def test_wrong_weights_are_refused(parts, weight, message):
    x, y, populations = parts
    with pytest.raises(ValueError, match=message):
        drfs.DRFSelector(2).fit(x, y, populations=populations, sample_weight=weight)


@pytest.mark.parametrize(
    "parameters, error, message",
    [
        ({"n_features_to_select": 9}, ValueError, "4"),
        ({"n_features_to_select": "two"}, TypeError, "whole number"),
        ({"method": "magic"}, ValueError, "auto, paper"),
        ({"method": 3}, ValueError, "'3' is not known"),
        ({"populations": "site"}, ValueError, "no column of X"),
        ({"include": ["x9"]}, ValueError, "x9"),
        ({"include": ["x1"], "exclude": ["x1"]}, ValueError, "x1"),
        ({"costs": {"x0": -1}, "budget_cost": 1}, ValueError, "x0"),
        ({"options": {"epoch": 3}}, TypeError, "Did you mean 'epochs'"),
        ({"options": {"folds": 2.5}}, TypeError, "whole number"),
        ({"mean_estimator": 3}, TypeError, "no estimator"),
        ({"random_state": -1}, TypeError, "whole number"),
        ({"n_jobs": 0}, ValueError, "threads"),
    ],
)
def test_wrong_parameters_are_refused(parts, parameters, error, message):
    x, y, populations = parts
    with pytest.raises(error, match=message):
        given = None if "populations" in parameters else populations
        drfs.DRFSelector(**parameters).fit(x, y, populations=given)


def test_the_functions_say_what_is_missing(frame, tmp_path):
    with pytest.raises(TypeError, match="target is missing"):
        drfs.select(frame, population="population", budget=2)
    with pytest.raises(TypeError, match="budget is missing"):
        drfs.select(frame, target="y", population="population")
    with pytest.raises(TypeError, match="budgets is missing"):
        drfs.curve(frame, target="y", population="population")
    with pytest.raises(ValueError, match="poplation.*population"):
        drfs.select(frame, target="y", population="poplation", budget=2)
    with pytest.raises(ValueError, match="two columns have the name 'x0'"):
        drfs.select(frame.rename(columns={"x1": "x0"}), target="y", population="population", budget=2)
    with pytest.raises(ValueError, match="holds dates"):
        dated = frame.assign(when=np.datetime64("2026-01-01"))
        drfs.select(dated, target="y", population="population", budget=2)
    with pytest.raises(ValueError, match="no-such"):
        drfs.select(tmp_path / "no-such.csv", target="y", population="population", budget=2)
    with pytest.raises(drfs.Error) as caught:
        drfs.select(frame, target="y", population="population", budget=99)
    assert caught.value.code == 4


def test_ragged_tables_are_refused():
    with pytest.raises(ValueError, match="'b' has 9 rows, the table has 10"):
        drfs.select(
            {"a": np.arange(10.0), "b": np.arange(9.0), "y": np.arange(10.0), "p": ["u"] * 10},
            target="y",
            population="p",
            budget=1,
        )
