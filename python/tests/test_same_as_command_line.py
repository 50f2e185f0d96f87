"""The same data and seed give the same answer and the same numbers, from Python or a shell."""

import numpy as np
import pytest

import drfs

pd = pytest.importorskip("pandas")


def content(result):
    """Without what is about the run and not about the answer."""
    found = result.to_dict() if isinstance(result, drfs.Result) else dict(result)
    found.pop("seconds", None)
    options = dict(found.pop("options"))
    for name in ("data", "threads", "quiet", "json", "out", "verbose"):
        options.pop(name, None)
    return found, options


@pytest.fixture(scope="module")
def messy():
    """Numbers, categories and gaps in two classes of three populations."""
    made = drfs.datasets.synth1(rows=1200, features=11, seed=5, as_frame=True).frame
    made["x1"] = pd.cut(made["x1"], 4, labels=["low", "mid", "high", "top"])
    made.loc[made.index % 7 == 0, "x2"] = np.nan
    made.loc[made.index % 11 == 0, "x1"] = None
    made["x3"] = (made["x3"] > 0).map({True: "yes", False: "no"})
    made["w"] = (made.index % 5 + 1).astype("float32")
    made["y"] = np.where(made["y"] > 0, "ill", "well")
    return made


OPTIONS = {"target": "y", "population": "population", "seed": 3}


def test_select(messy, program, tmp_path):
    path = tmp_path / "messy.csv"
    messy.to_csv(path, index=False)
    given = OPTIONS | {"budget": 3, "weight": "w", "include": "x0", "bootstrap": 2}
    here = drfs.select(messy, **given)
    there = program(
        "select", str(path), "--target", "y", "--population", "population", "--seed", "3",
        "--budget", "3", "--weight", "w", "--include", "x0", "--bootstrap", "2", "--json",
    )
    assert content(here) == content(there)
    assert content(drfs.select(path, **given)) == content(there)


def test_evaluate_curve_and_compare(messy, program, tmp_path):
    path = tmp_path / "messy.csv"
    messy.to_csv(path, index=False)
    data = ["--target", "y", "--population", "population", "--seed", "3", "--drop", "w", "--json"]
    given = OPTIONS | {"drop": "w"}
    assert content(drfs.evaluate(messy, features=["x0", "x1"], **given))[0] == (
        content(program("evaluate", str(path), *data, "--features", "x0,x1"))[0]
    )
    assert content(drfs.curve(messy, budgets=[1, 2], method="lasso", **given))[0] == (
        content(program("curve", str(path), *data, "--budgets", "1,2", "--method", "lasso"))[0]
    )
    compared = {"methods": ["greedy", "random"], "downstream": "rf", "budget": 2, "seeds": 2}
    assert content(drfs.compare(messy, **compared, **given))[0] == (
        content(
            program(
                "compare", str(path), *data, "--methods", "greedy,random", "--downstream", "rf",
                "--budget", "2", "--seeds", "2",
            )
        )[0]
    )


def test_the_estimator_too(program):
    made = drfs.datasets.synth1(rows=900, features=12, seed=1)
    selector = drfs.DRFSelector(4, random_state=7).fit(
        made.data, made.target, populations=made.populations
    )
    there = program(
        "select", "synth:1?rows=900&features=12&seed=1", "--target", "y", "--population",
        "population", "--budget", "4", "--seed", "7", "--json",
    )
    assert content(selector.result_)[0] == content(there)[0]


def as_pandas(made, x):
    return pd.DataFrame(x, columns=made.feature_names).assign(
        y=made.target, population=made.populations
    )


def as_polars(made, x):
    polars = pytest.importorskip("polars")
    return polars.DataFrame(
        {name: x[:, j] for j, name in enumerate(made.feature_names)}
        | {"y": made.target, "population": made.populations.tolist()}
    )


def as_categories_of_polars(made, x):
    polars = pytest.importorskip("polars")
    return as_polars(made, x).with_columns(polars.col("population").cast(polars.Categorical))


def as_arrow(made, x):
    pyarrow = pytest.importorskip("pyarrow")
    return pyarrow.Table.from_pandas(as_pandas(made, x), preserve_index=False)


def as_arrow_in_pieces(made, x):
    pyarrow = pytest.importorskip("pyarrow")
    whole = as_arrow(made, x)
    pieces = [whole.slice(0, 100), whole.slice(100, 1), whole.slice(101)]
    return pyarrow.concat_tables(pieces)


def as_dictionary(made, x):
    return {name: x[:, j] for j, name in enumerate(made.feature_names)} | {
        "y": made.target,
        "population": made.populations,
    }


QUICK = {
    "target": "y", "population": "population", "budget": 4, "method": "lasso", "model": "linear"
}


@pytest.fixture(scope="module")
def of_the_built_in_set():
    return drfs.select("synth:1?rows=900&features=12&seed=1", **QUICK)


@pytest.mark.parametrize(
    "form",
    [
        as_pandas, as_polars, as_categories_of_polars, as_arrow, as_arrow_in_pieces,
        as_dictionary,
    ],
)
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_every_form_of_a_table_is_the_same_table(form, dtype, made, of_the_built_in_set):
    found = drfs.select(form(made, made.data.astype(dtype)), **QUICK)
    assert content(found)[0] == content(of_the_built_in_set)[0]


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("order", ["C", "F"])
def test_every_layout_of_a_matrix_is_the_same_matrix(dtype, order, made):
    def noise(x):
        selector = drfs.DRFSelector(
            4, method="paper", options={"epochs": 5, "selection_share": 0.6}
        )
        return selector.fit(x, made.target, populations=made.populations).noise_

    x = np.array(made.data, dtype=dtype, order=order)
    wide = np.zeros((len(x), 24), dtype=dtype, order=order)
    wide[:, ::2] = x
    assert np.array_equal(noise(x), noise(wide[:, ::2]))
    assert np.array_equal(noise(x), noise(np.ascontiguousarray(made.data)))
