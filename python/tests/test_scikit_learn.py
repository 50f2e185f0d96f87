"""The selector is an estimator like any other."""

import pickle

import joblib
import numpy as np
import pytest
import sklearn
from sklearn.base import clone
from sklearn.ensemble import RandomForestRegressor
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.model_selection import GridSearchCV, KFold
from sklearn.neighbors import KNeighborsRegressor
from sklearn.pipeline import Pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import parametrize_with_checks

import drfs

BEST = ["x0", "x1", "x5", "x7", "x8"]


@pytest.mark.filterwarnings("ignore:no populations are given")
@parametrize_with_checks(
    [
        drfs.DRFSelector(),
        drfs.DRFSelector(1, missing_values="median"),
        drfs.DRFSelector(method="lasso"),
    ]
)
def test_keeps_to_what_scikit_learn_asks_of_an_estimator(estimator, check):
    check(estimator)


@pytest.fixture(scope="module")
def fitted(made):
    return drfs.DRFSelector(5).fit(made.data, made.target, populations=made.populations)


def test_chooses_what_serves_all_populations(fitted, made):
    assert [f"x{j}" for j in fitted.get_support(indices=True)] == BEST
    assert set(fitted.population_risk_) == {"A", "B", "C"}
    assert all(0 < risk < 0.5 for risk in fitted.population_risk_.values())
    assert fitted.n_features_in_ == 12
    chosen = fitted.get_support()
    assert sorted(fitted.ranking_) == list(range(1, 13))
    assert fitted.ranking_[chosen].max() == 5
    assert np.isnan(fitted.noise_).all()  # auto does not relax
    assert fitted.result_["schema"] == "drfs.selection/1"
    first = fitted.result_.features[0]
    assert fitted.ranking_[int(first[1:])] == 1


def test_transforms_there_and_back(fitted, made):
    small = fitted.transform(made.data)
    assert np.array_equal(small, made.data[:, fitted.get_support()])
    back = fitted.inverse_transform(small)
    assert np.array_equal(back[:, fitted.get_support()], small)
    assert not back[:, ~fitted.get_support()].any()
    assert list(fitted.get_feature_names_out()) == BEST


def test_survives_clone_and_pickle(fitted, made):
    again = clone(fitted).fit(made.data, made.target, populations=made.populations)
    assert again.population_risk_ == fitted.population_risk_
    copy = pickle.loads(pickle.dumps(fitted))
    assert np.array_equal(copy.get_support(), fitted.get_support())
    assert copy.result_.to_dict() == fitted.result_.to_dict()


def test_writes_frames_where_asked_to(frame):
    x = frame.drop(columns=["y", "population"])
    selector = drfs.DRFSelector(5).set_output(transform="pandas")
    out = selector.fit_transform(x, frame["y"], populations=frame["population"])
    assert list(out.columns) == BEST
    assert out.index.equals(x.index)
    assert list(selector.feature_names_in_) == list(x.columns)


def test_takes_the_populations_from_a_column(frame, fitted):
    selector = drfs.DRFSelector(5, populations="population")
    selector.fit(frame.drop(columns="y"), frame["y"])
    assert list(selector.get_feature_names_out()) == BEST
    assert selector.population_risk_ == fitted.population_risk_
    with pytest.raises(ValueError, match="given twice"):
        selector.fit(frame.drop(columns="y"), frame["y"], populations=frame["population"])


@pytest.fixture()
def routing():
    with sklearn.config_context(enable_metadata_routing=True):
        yield


def test_works_in_a_pipeline_and_a_grid_search(routing, made):
    selector = drfs.DRFSelector(method="lasso").set_fit_request(
        populations=True, sample_weight=True
    )
    pipeline = Pipeline(
        [
            ("scale", StandardScaler().set_fit_request(sample_weight=False)),
            ("select", selector),
            ("model", Ridge().set_fit_request(sample_weight=True).set_score_request(sample_weight=True)),
        ]
    )
    search = GridSearchCV(
        pipeline,
        {"select__n_features_to_select": [1, 5]},
        cv=KFold(3, shuffle=True, random_state=0),
        n_jobs=2,
    )
    weight = np.linspace(0.5, 1.5, len(made.target))
    search.fit(made.data, made.target, populations=made.populations, sample_weight=weight)
    assert search.best_params_ == {"select__n_features_to_select": 5}
    assert search.best_estimator_["select"].get_support().sum() == 5


def test_gives_the_same_answer_in_two_processes(made, fitted):
    def risks(seed):
        selector = drfs.DRFSelector(5, random_state=seed, n_jobs=1)
        return selector.fit(made.data, made.target, populations=made.populations).population_risk_

    found = joblib.Parallel(n_jobs=2)(joblib.delayed(risks)(0) for _ in range(2))
    assert found == [fitted.population_risk_] * 2


@pytest.mark.parametrize(
    "model", [RandomForestRegressor(20, random_state=0), KNeighborsRegressor(), Ridge()]
)
def test_any_estimator_can_be_the_model_of_the_means(model, made):
    selector = drfs.DRFSelector(5, mean_estimator=model)
    selector.fit(made.data, made.target, populations=made.populations)
    assert list(selector.get_feature_names_out()) == BEST


def test_a_classifier_can_be_the_model_of_the_means(made):
    y = np.digitize(made.target, np.quantile(made.target, [0.33, 0.66]))
    for target, task in ((y > 0, "binary"), (y.astype(str), "multiclass")):
        selector = drfs.DRFSelector(
            3, mean_estimator=LogisticRegression(), task=task, options={"selection_share": 0.6}
        )
        selector.fit(made.data, target, populations=made.populations)
        assert selector.get_support().sum() == 3
    with pytest.raises(TypeError, match="Ridge has no predict_proba"):
        drfs.DRFSelector(3, mean_estimator=Ridge()).fit(
            made.data, y > 0, populations=made.populations
        )


def test_what_a_mean_estimator_raises_is_what_the_caller_sees(made):
    class Broken(Ridge):
        def fit(self, x, y, sample_weight=None):
            raise RuntimeError("out of coffee")

    with pytest.raises(RuntimeError, match="out of coffee"):
        drfs.DRFSelector(5, mean_estimator=Broken()).fit(
            made.data, made.target, populations=made.populations
        )


def test_weights_count(made):
    y = made.target.copy()
    odd = np.arange(len(y)) % 2 == 1
    y[odd] = np.random.default_rng(0).permutation(y[odd])
    weight = np.where(odd, 0.0, 2.0)
    weighted = drfs.DRFSelector(5).fit(
        made.data, y, populations=made.populations, sample_weight=weight
    )
    alone = drfs.DRFSelector(5).fit(
        made.data[~odd], y[~odd], populations=made.populations[~odd]
    )
    assert np.array_equal(weighted.get_support(), alone.get_support())
    assert weighted.population_risk_ == alone.population_risk_


def test_rules_and_costs_are_parameters(frame):
    x, y, populations = frame.drop(columns=["y", "population"]), frame["y"], frame["population"]
    selector = drfs.DRFSelector(
        3, groups={"both": ["x0", "x1"]}, include=["x9", "both"], exclude=["x7"], method="lasso"
    ).fit(x, y, populations=populations)
    names = set(selector.get_feature_names_out())
    assert "x9" in names and "x7" not in names
    assert {"x0", "x1"} <= names and len(names) == 4
    assert selector.ranking_[0] == selector.ranking_[1]
    selector = drfs.DRFSelector(costs={name: 5 if name == "x0" else 1.5 for name in x}, budget_cost=4, method="lasso")
    selector.fit(x, y, populations=populations)
    assert "x0" not in selector.get_feature_names_out()
    assert selector.result_["budget"]["spent"] <= 4


def test_a_categorical_column_is_one_feature(frame):
    import pandas as pd

    x = frame.drop(columns=["y", "population"])
    x["x0"] = pd.cut(x["x0"], 6, labels=list("abcdef"))
    selector = drfs.DRFSelector(5).fit(x, frame["y"], populations=frame["population"])
    assert "x0" in selector.get_feature_names_out()
    assert len(selector.get_feature_names_out()) == 5
    assert isinstance(selector.transform(x), np.ndarray)


def test_shares_and_halves_of_the_features_can_be_asked_for(made):
    for wanted, count in ((None, 6), (0.25, 3)):
        selector = drfs.DRFSelector(wanted, method="random")
        selector.fit(made.data, made.target, populations=made.populations)
        assert selector.get_support().sum() == count
    for wrong in (0, -3, 1.5):
        with pytest.raises(ValueError, match="n_features_to_select"):
            drfs.DRFSelector(wrong).fit(made.data, made.target, populations=made.populations)


def test_as_many_are_chosen_as_are_asked_for_unless_told_otherwise():
    rng = np.random.default_rng(0)
    x = rng.normal(size=(6000, 4))
    y = x[:, 0] + 0.5 * x[:, 1] + 0.2 * rng.normal(size=6000)
    populations = rng.integers(0, 2, size=6000)
    exact = drfs.DRFSelector(4).fit(x, y, populations=populations)
    assert exact.get_support().all()
    needed = drfs.DRFSelector(4, options={"fill": False}).fit(x, y, populations=populations)
    assert needed.get_support().tolist() == [True, True, False, False]
    assert sorted(needed.result_["refinement"]["not_needed"]) == ["x2", "x3"]
