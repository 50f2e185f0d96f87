"""The commands as functions: results, pictures, progress, log records."""

import inspect
import logging

import pytest

import drfs

GIVEN = {"target": "y", "population": "population", "method": "lasso"}


@pytest.fixture(scope="module")
def selection(frame):
    return drfs.select(frame, budget=3, **GIVEN)


def test_a_selection_is_what_the_json_says(selection):
    assert selection["schema"] == "drfs.selection/1"
    assert selection.features == [chosen["feature"] for chosen in selection["selected"]]
    assert len(selection) == len(selection.to_dict())
    assert "3 of 12 features for 3 populations" in str(selection)


def test_a_selection_becomes_frames(selection):
    frame = selection.to_frame()
    assert list(frame.index) == ["A", "B", "C"]
    assert frame.loc["B", "risk"] == selection["populations"][1]["risk"]
    assert list(selection.to_frame("selected")["feature"]) == selection.features
    with pytest.raises(ValueError, match="neither"):
        selection.to_frame("rows")


def test_a_selection_shows_itself_in_a_notebook(selection):
    page = selection._repr_html_()
    assert page.count("<table>") == 2
    assert f"<td>{selection.features[0]}</td>" in page


def test_texts_of_the_data_are_no_markup(frame):
    odd = frame.rename(columns={"x0": "<b>x0</b>"})
    page = drfs.select(odd, budget=3, include="<b>x0</b>", **GIVEN)._repr_html_()
    assert "&lt;b&gt;x0" in page and "<b>" not in page


def test_everything_can_be_plotted(frame, selection):
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("agg")
    import matplotlib.pyplot as plt

    ax = selection.plot()
    assert [tick.get_text() for tick in ax.get_xticklabels()] == ["A", "B", "C"]
    curve = drfs.curve(frame, budgets=range(1, 4), **GIVEN)
    assert curve.plot().get_xlabel() == "budget"
    assert len(curve.to_frame()) == 9
    assert "What each budget buys" in curve._repr_html_()
    compared = drfs.compare(
        frame, target="y", population="population", budget=2, seeds=2,
        methods=["lasso", "random"], downstream="linear",
    )
    ax = compared.plot(metric="r2")
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["lasso", "random"]
    with pytest.raises(ValueError, match="nothing is known"):
        compared.plot(metric="auc")
    own = plt.figure().add_subplot()
    assert drfs.evaluate(
        frame, target="y", population="population", features=["x0"]
    ).plot(own) is own
    plt.close("all")


def test_progress_goes_to_a_callable(frame):
    seen = []
    drfs.select(frame, budget=3, progress=lambda *step: seen.append(step), **GIVEN)
    stages = {stage for stage, *_ in seen}
    assert stages and all(isinstance(stage, str) for stage in stages)
    assert all(done >= 0 for _, done, _, _ in seen)


def test_what_a_listener_raises_ends_the_call(frame):
    def listen(stage, done, total, detail):
        raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        drfs.select(frame, budget=3, progress=listen, **GIVEN)


def test_progress_is_a_bar_of_tqdm(frame, capsys):
    pytest.importorskip("tqdm")
    stages = set()
    drfs.select(frame, budget=3, progress=lambda stage, *_: stages.add(stage), **GIVEN)
    assert capsys.readouterr().err == ""
    drfs.select(frame, budget=3, progress=True, **GIVEN)
    shown = capsys.readouterr().err
    assert stages and all(f"{stage}:" in shown for stage in stages)
    drfs.select(frame, budget=3, progress=False, **GIVEN)
    assert capsys.readouterr().err == ""


def test_remarks_are_log_records(frame, caplog):
    with caplog.at_level(logging.INFO, logger="drfs"):
        drfs.select(frame.assign(same=1.0), budget=3, **GIVEN)
    assert [
        record.levelname for record in caplog.records if "'same' is constant" in record.message
    ] == ["WARNING"]


@pytest.mark.parametrize("function", [drfs.select, drfs.curve, drfs.evaluate, drfs.compare])
def test_signatures_and_help_follow_from_the_options(function):
    parameters = inspect.signature(function).parameters
    assert {"data", "target", "population", "threads", "progress"} <= set(parameters)
    assert parameters["min_rows"].default == 100
    for name in list(parameters)[1:]:
        assert f"    {name}: " in function.__doc__ or name == "mean_estimator"


def test_the_sets_of_the_paper_are_there():
    for make, features in ((drfs.datasets.synth1, 15), (drfs.datasets.synth2, 50)):
        made = make(rows=300)
        assert made.data.shape == (300, features)
        assert len(made.target) == len(made.populations) == 300
    assert drfs.datasets.synth3(rows=300, seed=1, as_frame=True).frame.shape == (300, 52)
