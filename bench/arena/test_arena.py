"""Tests of the arena itself: that its truths are true, its scores mean what they say, and the
program's answers are read as they are written. Run with `python -m pytest bench/arena`.
"""

import json
import stat
import sys
from itertools import combinations

import numpy as np
import pandas as pd
import pytest

import choosers
import peers
import report
import tables
import thresholds
from designs import DESIGNS
from task import Choice, Task


def large_sample(name, rows=200_000):
    """Each population's x and y, with so many rows that estimates are the truth to a percent."""
    design = DESIGNS[name]
    for population in range(len(design.rows)):
        yield design.draw(np.random.default_rng([7, population]), population, rows)


# --- truths --------------------------------------------------------------------------------------

@pytest.mark.parametrize("name, columns", [
    ("alike", [0, 5]), ("pure_noise_population", [0, 3, 4]), ("weakly_predictable", [1, 6]),
    ("tiny_population", [0, 4, 7]), ("disagreement_400", [0, 6, 7, 8]),
    ("factors", [0, 1, 6, 10, 22, 39]), ("pure_noise", [0, 1])])
def test_linear_truth_is_the_share_that_least_squares_leaves(name, columns):
    truth = DESIGNS[name].truth.risks(columns)
    for expected, (x, y) in zip(truth, large_sample(name)):
        assert left_by_least_squares(x[:, columns], y) == pytest.approx(expected, abs=0.01)


@pytest.mark.parametrize("columns, with_product", [([0, 2], False), ([0, 1, 3], True)])
def test_a_product_is_told_by_both_of_its_columns_or_not_at_all(columns, with_product):
    truth = DESIGNS["interactions"].truth.risks(columns)
    for expected, (x, y) in zip(truth, large_sample("interactions")):
        seen = x[:, columns]
        if with_product:
            seen = np.column_stack([seen, x[:, 0] * x[:, 1]])
        assert left_by_least_squares(seen, y) == pytest.approx(expected, abs=0.01)


def test_heavy_tails_are_drawn_as_their_truth_has_them():
    """The sample variance of t(2.5) hardly settles, so signal and noise are looked at apart."""
    truth = DESIGNS["heavy_tails"].truth
    x, y = next(large_sample("heavy_tails"))
    assert x.var(axis=0) == pytest.approx(np.ones(20), abs=0.15)
    signal = x @ truth.coefficients[0]
    assert np.median(np.abs(y - signal)) == pytest.approx(0.785, abs=0.01)  # t(2.5)'s quartile
    assert truth.noise_variance[0] == 5
    shares = truth.coefficients[0] ** 2 / (np.sum(truth.coefficients[0] ** 2) + 5)
    assert truth.risks([0, 3, 9])[0] == pytest.approx(1 - shares[0] - shares[3])


@pytest.mark.parametrize("name", ["classes", "rare_classes"])
def test_logistic_truth_is_the_log_loss_of_the_best_prediction(name):
    """With one signal seen, the best prediction is the rate among rows with nearly that value."""
    design = DESIGNS[name]
    for population, (x, y) in enumerate(large_sample(name)):
        rate = design.truth.base_rates[population]
        assert y.mean() == pytest.approx(rate, abs=0.004)
        bins = pd.qcut(x[:, 0], 200, labels=False)
        predicted = pd.Series(y).groupby(bins).transform("mean").clip(1e-9, 1 - 1e-9)
        loss = -np.mean(np.where(y == 1, np.log(predicted), np.log(1 - predicted)))
        base = -rate * np.log(rate) - (1 - rate) * np.log(1 - rate)
        assert design.truth.risks([0])[population] == pytest.approx(loss / base, abs=0.012)


def test_rare_classes_are_about_one_row_in_twelve():
    assert DESIGNS["rare_classes"].truth.base_rates == pytest.approx(np.full(4, 0.08), abs=0.005)


def left_by_least_squares(x, y):
    x = np.column_stack([np.ones(len(x)), x])
    return np.var(y - x @ np.linalg.lstsq(x, y, rcond=None)[0]) / np.var(y)


# --- the right answers ---------------------------------------------------------------------------

@pytest.mark.parametrize("name, right", [
    ("alike", "x0 x1"), ("pure_noise_population", "x0 x1 x2 x3 x4 x5"),
    ("tiny_population", "x0 x1 x2 x4"),
    ("disagreement_400", "x0 x6 x8 x10"), ("heavy_tails", "x0 x1 x2 x3"), ("classes", "x0 x1 x2"),
    ("rare_classes", "x0 x1 x2"), ("interactions", "x0 x1 x2 x3"), ("wide", "x0 x1 x2 x3 x4 x5")])
def test_right_is_the_named_set_and_no_neighbour_of_it(name, right):
    design, right = DESIGNS[name], right.split()
    assert design.is_right(Choice(tuple(right)))
    for place in range(len(right)):
        assert not design.is_right(Choice(tuple(right[:place] + right[place + 1:])))
        assert not design.is_right(Choice((*right[:place], *right[place + 1:], "x19")))
    assert not design.is_right(Choice((*right, "x19")))  # over the budget


@pytest.mark.parametrize("features, right", [
    ("x0 x1 x2 x3 x4 x5", True), ("x0 x1 x3 x4 x5 x6", True), ("x0 x1 x3 x4 x6 x7", True),
    ("x0 x2 x3 x4 x5 x6", False), ("x0 x1 x2 x3 x6 x7", False)])
def test_a_weakly_predictable_population_may_cost_the_others_their_least_feature(features, right):
    assert DESIGNS["weakly_predictable"].is_right(Choice(tuple(features.split()))) is right


def test_disagreement_is_one_and_three_by_the_worst_but_two_and_two_by_the_mean():
    design = DESIGNS["disagreement_400"]
    risks = {c: design.truth.risks(c) for c in combinations(range(20), 4)}
    by_worst = sorted(risks, key=lambda c: max(risks[c]))
    best = max(risks[by_worst[0]])
    for columns in by_worst:
        if max(risks[columns]) < best + 1e-9:
            assert of_a_and_b(columns) == (1, 3)
        else:
            assert max(risks[columns]) > best + 0.05
            break
    by_mean = min(risks, key=lambda c: np.mean(risks[c]))
    assert of_a_and_b(by_mean) == (2, 2)
    assert best == pytest.approx(design.best_worst_risk)


@pytest.mark.parametrize("rows", [400, 150])
def test_disagreement_can_be_found_as_often_as_is_asked(rows):
    """By trying all sets, judged by each population's own least squares."""
    name = f"disagreement_{rows}"
    right = sum(DESIGNS[name].is_right(best_worst_case(DESIGNS[name], seed)) for seed in range(20))
    assert right >= thresholds.THRESHOLDS[name].right_of_20


def of_a_and_b(columns):
    return sum(c < 6 for c in columns), sum(6 <= c < 11 for c in columns)


def best_worst_case(design, seed):
    table = design.table(seed)
    sets = np.array(list(combinations(range(20), design.budget)))
    worst = np.zeros(len(sets))
    for _, part in table.groupby("population"):
        numbers = part.drop(columns="population").to_numpy()
        covariance = np.cov(numbers.T)
        with_y = covariance[sets, -1]
        among = covariance[sets[:, :, None], sets[:, None, :]]
        explained = np.linalg.solve(among, with_y[..., None])[..., 0]
        worst = np.maximum(worst, 1 - np.sum(explained * with_y, axis=1) / covariance[-1, -1])
    return Choice(tuple(f"x{j}" for j in sets[np.argmin(worst)]))


def test_best_of_the_factors_is_found_among_counts():
    """Against single columns: no swap of one column for another betters the best set."""
    design = DESIGNS["factors"]
    best = min(design.truth.sets_to_try(6), key=lambda c: max(design.truth.risks(c)))
    for out in best:
        for new in set(range(40)) - set(best):
            swapped = [*(set(best) - {out}), new]
            assert max(design.truth.risks(swapped)) >= design.best_worst_risk - 1e-12


def test_tables_repeat_with_the_seed_and_differ_between_seeds():
    table = DESIGNS["tiny_population"].table(3)
    pd.testing.assert_frame_equal(table, DESIGNS["tiny_population"].table(3))
    assert not table.equals(DESIGNS["tiny_population"].table(4))
    counts = table["population"].value_counts().to_dict()
    assert counts == {"A": 60, "B": 2000, "C": 2000, "D": 2000}


def test_nothing_helps_is_asked_only_of_methods_that_can_say_it():
    design = DESIGNS["pure_noise"]
    assert design.is_right(Choice((), nothing_helps=True)) is True
    assert design.is_right(Choice(("x0",), nothing_helps=False)) is False
    assert design.is_right(Choice(("x0",))) is None


# --- choosers ------------------------------------------------------------------------------------

@pytest.fixture
def stub(tmp_path):
    """A program that says what it was called with and chooses the first two columns."""
    script = tmp_path / "drfs"
    script.write_text(f"""#!{sys.executable}
import json, pathlib, sys
pathlib.Path({str(tmp_path)!r}, "called").write_text(json.dumps(sys.argv[1:]))
if "--without" in sys.argv:
    sys.exit("drfs: error: '--without' is not known")
first = open(sys.argv[2]).readline().strip().split(",")
share = sys.argv[sys.argv.index("--selection-share") + 1]
answer = {{"nothing_helps": False, "selected": [{{"feature": f}} for f in first[:2]],
          "figures": "none" if share == "1" else "held-out"}}
if "--method" not in sys.argv:
    answer["refinement"] = {{}}
print(json.dumps(answer))
""")
    script.chmod(script.stat().st_mode | stat.S_IXUSR)
    return script


def test_the_program_is_asked_with_the_task_and_its_answer_is_read(stub):
    design = DESIGNS["alike"]
    choice = choosers.chooser("drfs --aim regret", str(stub))(design.table(0), design.task, 5)
    assert choice == Choice(("x0", "x1"), nothing_helps=False)
    called = " ".join(json.loads((stub.parent / "called").read_text()))
    for words in ("select", "--target y", "--population population", "--budget 2", "--min-rows 30",
                  "--seed 5", "--threads 1", "--json", "--aim regret", "--selection-share 1"):
        assert words in called


@pytest.mark.parametrize(("options", "verdict"), [
    ("", False), ("--selection-share 0.6", False), ("--method lasso", None),
    ("--method lasso --selection-share 0.6", False)])
def test_without_search_and_figures_nothing_is_said_of_what_helps(stub, options, verdict):
    design = DESIGNS["alike"]
    choice = choosers.chooser(f"drfs {options}", str(stub))(design.table(0), design.task, 0)
    assert choice.nothing_helps is verdict


def test_a_refusal_is_the_programs_own_words(stub):
    design = DESIGNS["alike"]
    with pytest.raises(choosers.Refused, match="'--without' is not known"):
        choosers.chooser("drfs --without trees", str(stub))(design.table(0), design.task, 0)


def test_a_wrong_name_is_refused_and_a_missing_package_left_out(monkeypatch, capsys):
    with pytest.raises(ValueError, match="'abes' is no method"):
        choosers.present(["abes"], "drfs")
    monkeypatch.setitem(choosers.PEERS, "abess", (peers.abess, "no_such_package"))
    assert choosers.present(["drfs", "abess", "random"], "drfs") == ["drfs", "random"]
    assert "left out: abess" in capsys.readouterr().out


@pytest.mark.parametrize("name", sorted(choosers.PEERS))
@pytest.mark.parametrize("kind", ["regression", "binary", "multiclass"])
def test_every_peer_finds_a_plain_signal_beside_text_and_gaps(name, kind):
    choose, package = choosers.PEERS[name]
    pytest.importorskip(package)
    choice = choosers.ask_peer(choose, plain_table(kind), Task("y", "p", 2, kind), seed=0)
    assert len(choice.features) == 2
    if name != "random":
        assert "signal" in choice.features


def plain_table(kind, rows=300):
    rng = np.random.default_rng(1)
    x = pd.DataFrame(rng.standard_normal((rows, 4)), columns=["n1", "n2", "signal", "n3"])
    y = x["signal"] + 0.3 * rng.standard_normal(rows)
    x.loc[::9, "n1"] = np.nan
    x["text"] = rng.choice(["a", "b", None], rows)
    if kind != "regression":
        y = pd.qcut(y, 2 if kind == "binary" else 3, labels=False).map({0: "lo", 1: "mid", 2: "up"})
    return x.assign(y=y, p=rng.choice(["A", "B"], rows))


# --- scoring -------------------------------------------------------------------------------------

@pytest.mark.parametrize("kind", ["regression", "binary", "multiclass"])
def test_a_perfect_feature_has_no_risk_and_noise_has_all(kind):
    scoring = pytest.importorskip("scoring")
    rng = np.random.default_rng(0)
    value = pd.Series(rng.standard_normal(600))
    y = value if kind == "regression" else pd.cut(
        value, [-9, 0, 9] if kind == "binary" else [-9, -0.5, 0.5, 9], labels=False)
    perfect, noise = value.to_frame("f"), pd.DataFrame({"f": rng.standard_normal(600)})
    assert scoring.risk(perfect, y, kind, 0) < 0.1
    assert 0.97 < scoring.risk(noise, y, kind, 0) < 1.1


def test_the_better_of_two_kinds_of_model_counts():
    """A square and a level are for trees and for levels; a line is no use on either."""
    scoring = pytest.importorskip("scoring")
    rng = np.random.default_rng(0)
    x = pd.DataFrame({"square": rng.standard_normal(900), "level": rng.choice(list("abc"), 900)})
    y = x["square"] ** 2 + x["level"].map({"a": 0, "b": 3, "c": 0})
    assert scoring.risk(x, y, "regression", 0) < 0.15
    assert scoring.risk(x[["level"]], y, "regression", 0) < 0.6
    assert np.isnan(scoring.risk(x, y * 0, "regression", 0))


def test_choosing_and_scoring_rows_are_apart_and_of_the_right_number():
    table = pd.DataFrame({"p": ["A"] * 100 + ["B"] * 40, "y": 0.0, "x": np.arange(140)})
    choosing, scores = tables.split(table, Task("y", "p", 1, "regression"), seed=2)
    assert choosing["p"].value_counts().to_dict() == {"A": 50, "B": 20}
    scored = np.concatenate([part["x"] for part in scores.values()])
    assert sorted([*choosing["x"], *scored]) == list(range(140))
    choosing, _ = tables.split(table, Task("y", "p", 1, "regression", choosing_rows=30), seed=2)
    assert choosing["p"].value_counts().to_dict() == {"A": 30, "B": 30}


# --- verdicts ------------------------------------------------------------------------------------

def test_thresholds_name_the_designs_and_fail_what_is_below_them():
    assert set(thresholds.THRESHOLDS) == set(DESIGNS)
    assert thresholds.THRESHOLDS["alike"].least_right(6) == 5
    for right, passes in ((5, True), (4, False)):
        rows = pd.DataFrame({"right": [True] * right + [False] * (6 - right), "ratio": 1.0})
        assert thresholds.judge("alike", rows)[0] is passes
    for ratio, passes in ((1.03, True), (1.1, False), (np.nan, False)):
        rows = pd.DataFrame({"right": None, "ratio": [1.0, 1.03, ratio, ratio]})
        assert thresholds.judge("factors", rows)[0] is passes


def test_a_mean_over_fewer_seeds_than_the_others_is_marked():
    cell = report.mean_of("worst", 2)
    assert cell(pd.DataFrame({"worst": [0.5, 0.7]})) == "0.60"
    assert cell(pd.DataFrame({"worst": [0.5, np.nan]})) == "0.50 (1/2)"
    assert cell(pd.DataFrame({"worst": [np.nan]})) == "–"


def test_behind_the_best_counts_every_table_alike():
    rows = [("t", 0, "a", 0.5), ("t", 0, "b", 0.6), ("t", 1, "a", 0.5), ("t", 1, "b", 0.5),
            ("u", 0, "a", 0.9), ("u", 0, "b", 0.7)]
    results = pd.DataFrame(rows, columns=["table", "seed", "method", "worst"])
    lines = report.behind_the_best(results.assign(mean=results["worst"])).splitlines()
    # a: (0 + 0.2) / 2; b: (0.05 + 0) / 2.
    assert lines[2].split("|")[1:3] == [" b      ", " 0.0250 "]
    assert lines[3].split("|")[1:3] == [" a      ", " 0.1000 "]
