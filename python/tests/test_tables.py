"""What a table says is what the library sees, whatever form it comes in."""

import logging

import numpy as np
import pytest

import drfs

pd = pytest.importorskip("pandas")
GIVEN = {"target": "y", "population": "p", "budget": 1, "method": "lasso"}


def table(rows=400, **columns):
    rng = np.random.default_rng(0)
    x = rng.normal(size=rows)
    return {"x": x, "z": rng.normal(size=rows), "y": x + rng.normal(size=rows) / 3} | columns


def populations(result):
    return {p["name"]: p["rows"] for p in result["populations"]}


def polars_frame(columns):
    return pytest.importorskip("polars").DataFrame(columns)


@pytest.mark.parametrize("form", [dict, pd.DataFrame, polars_frame])
def test_large_whole_numbers_are_different_populations(form):
    ids = np.repeat([20230000, 20230001], 200)
    data = form(table(p=ids))
    assert populations(drfs.select(data, **GIVEN)) == {"20230000": 200, "20230001": 200}
    if form is not dict:
        selector = drfs.DRFSelector(1, populations="p", method="lasso")
        x = data.drop(columns="y") if form is pd.DataFrame else data.drop("y")
        selector.fit(x, data["y"])
        assert set(selector.population_risk_) == {"20230000", "20230001"}


@pytest.mark.parametrize("form", [dict, pd.DataFrame, polars_frame])
def test_classes_that_rounding_would_merge_are_refused(form):
    y = np.tile([20230000, 20230001, 20230003], 134)[:400]
    with pytest.raises(ValueError, match="single precision leaves two values or fewer"):
        drfs.select(form(table(y=y, p=["a", "b"] * 200)), **GIVEN)


def test_what_is_rounded_is_said(caplog):
    with caplog.at_level(logging.WARNING, logger="drfs"):
        drfs.select(table(p=["a", "b"] * 200, code=np.arange(400) + 2**30), **GIVEN)
    assert any("'code' has whole numbers above" in record.message for record in caplog.records)


@pytest.mark.parametrize("label", [0.1, True, b"north", np.int64(7), "0.1"])
def test_labels_have_the_same_names_everywhere(label):
    expected = {0.1: "0.1", True: "True", b"north": "north", 7: "7", "0.1": "0.1"}[label]
    column = np.array([label] * 200 + ["other"] * 200, dtype=object)
    assert set(populations(drfs.select(table(p=column), **GIVEN))) == {expected, "other"}
    made = table()
    selector = drfs.DRFSelector(1, method="lasso")
    selector.fit(np.c_[made["x"], made["z"]], made["y"], populations=column)
    assert set(selector.population_risk_) == {expected, "other"}


def test_nan_among_texts_is_missing_and_no_text():
    labels = ["a", float("nan")] * 100 + ["b"] * 200
    result = drfs.select(table(p=labels), **GIVEN, min_rows=50)
    assert populations(result) == {"a": 100, "b": 200}
    assert result["rows_dropped"]["without_population"] == 100


@pytest.mark.parametrize("kind", ["polars", "pyarrow", "pandas", "nullable"])
def test_targets_and_populations_are_vectors_of_any_library(kind):
    made = table()
    x, y, p = np.c_[made["x"], made["z"]], made["y"], ["a", "b"] * 200
    if kind == "polars":
        polars = pytest.importorskip("polars")
        y, p = polars.Series(y), polars.Series(p)
    elif kind == "pyarrow":
        pyarrow = pytest.importorskip("pyarrow")
        y, p = pyarrow.array(y), pyarrow.array(p)
    elif kind == "pandas":
        y, p = pd.Series(y, index=range(7, 407)), pd.Categorical(p, categories=["a", "b", "c"])
    else:
        y, p = pd.Series(y, dtype="Float64"), pd.Series(p, dtype="string")
    selector = drfs.DRFSelector(1, method="lasso").fit(pd.DataFrame(x), y, populations=p)
    assert selector.get_support().tolist() == [True, False]
    assert set(selector.population_risk_) == {"a", "b"}


def test_unaligned_numbers_are_read():
    made = table(p=["a", "b"] * 200)
    packed = np.zeros(400, dtype=[("k", "i4"), ("v", "f8"), ("w", "u1")])
    packed["v"] = made["x"]
    assert drfs.select(made | {"x": packed["v"]}, **GIVEN)["populations"] == (
        drfs.select(made, **GIVEN)["populations"]
    )


@pytest.mark.parametrize("form", [dict, pd.DataFrame, polars_frame])
def test_what_is_dropped_may_hold_anything(form):
    dates = np.arange(400).astype("datetime64[ms]")
    data = form(table(p=["a", "b"] * 200, when=dates))
    assert drfs.select(data, drop="when", **GIVEN).features == ["x"]
    with pytest.raises(ValueError, match="'when' holds dates"):
        drfs.select(data, **GIVEN)


def test_options_for_files_are_refused_for_tables():
    with pytest.raises(TypeError, match="missing: is about files"):
        drfs.select(table(p=["a", "b"] * 200), missing=["-9"], **GIVEN)


def test_costs_of_several_resources_are_dictionaries_of_dictionaries():
    costs = {"x": {"minutes": 2, "money": 0}, "z": {"minutes": 1, "money": 5}}
    found = drfs.select(
        table(p=["a", "b"] * 200), cost=costs, budget_cost={"minutes": 2, "money": 5}, **GIVEN
    )
    assert found.features == ["x"]
    assert found["budget"]["resources"][0]["spent"] == 2


def test_rules_are_lists_and_dictionaries():
    made = table(p=["a", "b"] * 200)
    either = drfs.select(made, either=["x", "z"], **(GIVEN | {"budget": 2}))
    assert len(either.features) == 1
    needs = drfs.select(made, needs={"x": ["z"]}, **GIVEN)
    assert needs.features == ["z"]
    at_most = drfs.select(made, at_most=(1, ["x", "z"]), **(GIVEN | {"budget": 2}))
    assert len(at_most.features) == 1


def test_names_are_checked_before_anything_is_missing():
    made = table(p=["a", "b"] * 200)
    with pytest.raises(TypeError, match="unknown option 'populations'. Did you mean 'population'"):
        drfs.select(made, target="y", populations="p", budget=1)
    with pytest.raises(TypeError, match="unknown option 'n_jobs'. Did you mean 'threads'"):
        drfs.select(made, n_jobs=2, **GIVEN)
    with pytest.raises(TypeError, match="target takes the name of a column"):
        drfs.select(made, **(GIVEN | {"target": made["y"]}))
    with pytest.raises(ValueError, match="options: 'budget' is the parameter n_features_to_select"):
        drfs.DRFSelector(1, options={"budget": 2}).fit(
            np.c_[made["x"], made["z"]], made["y"], populations=made["p"]
        )
    with pytest.raises(ValueError, match="one text, not a label for every row"):
        drfs.DRFSelector(1).fit(np.c_[made["x"], made["z"]], made["y"], populations="p")


def test_rows_that_are_left_out_are_said():
    made = table()
    labels = np.array(["a", "b"] * 200, dtype=object)
    labels[:7] = None
    with pytest.warns(UserWarning, match="7 rows without population are left out"):
        drfs.DRFSelector(1, method="lasso").fit(
            np.c_[made["x"], made["z"]], made["y"], populations=labels
        )


def test_polars_frames_keep_their_types():
    polars = pytest.importorskip("polars")
    made = table()
    frame = polars.DataFrame({"x": made["x"], "z": (made["z"] * 9).astype(int), "t": ["u", "v"] * 200})
    selector = drfs.DRFSelector(2, include=["z"], method="lasso").set_output(transform="polars")
    out = selector.fit_transform(frame, made["y"], populations=["a", "b"] * 200)
    assert out.schema == {"x": polars.Float64, "z": polars.Int64}


def test_two_columns_of_one_name_are_refused():
    with pytest.raises(ValueError, match="two columns have the name '1'"):
        drfs.select(table(p=["a", "b"] * 200) | {1: np.ones(400), "1": np.ones(400)}, **GIVEN)


def test_a_default_budget_counts_what_can_be_chosen():
    rng = np.random.default_rng(0)
    x = np.c_[rng.normal(size=(200, 4)), np.ones((200, 8))]
    y = x[:, 0] + rng.normal(size=200)
    selector = drfs.DRFSelector(method="lasso").fit(x, y, populations=["a", "b"] * 100)
    assert selector.get_support().sum() == 2
    frame = pd.DataFrame(x[:, :4], columns=list("abcd"))
    selector = drfs.DRFSelector(exclude=["b", "c", "d"], method="lasso")
    selector.fit(frame, y, populations=["a", "b"] * 100)
    assert list(selector.get_feature_names_out()) == ["a"]
