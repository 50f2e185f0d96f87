#!/usr/bin/env python3
"""The contract of the command line, from outside: commands, exit codes, files and every field of
the JSON. docs/options.md has the options, this file what the answers look like.

usage: contract_test.py DRFS [unittest's arguments]
"""

import csv
import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from shape import faults, maybe

PROGRAM = ""
TABLE = ["synth:1?rows=900&features=15&seed=4", "--target", "y", "--population", "population"]
COSTS = ",".join(f"x{i}={1 + i % 3}" for i in range(15))

RISK = {"risk": float, "risk_se": float}
POPULATION = {"name": str, "rows": int, **RISK, "risk_all_features": float,
              "risk_all_features_se": float, "risk_none": 1.0}
WORST = {"population": str, "risk": float}
FIGURES = {"cross-fitted", "held-out"}.__contains__
NO_RISKS = {"risk": None, "risk_se": None, "risk_all_features": None, "risk_all_features_se": None}
TASKS = {"regression", "binary", "multiclass"}.__contains__
SECONDS = {name: float for name in ("load", "means", "relax", "refine", "choose", "evaluate",
                                    "bootstrap", "total")}


def any_object(value):
    return isinstance(value, dict)


SELECTION = {
    "schema": "drfs.selection/1", "version": str, "method": str, "task": TASKS, "seed": int,
    "interrupted": bool, "nothing_helps": bool,
    "budget": {"features": maybe(int), "cost": maybe(float), "spent": float},
    "selected": [{"feature": str, "rank": int, "noise": maybe(float), "loss?": float,
                  "loss_se?": float, "helps?": bool, "cost?": float}],
    "figures": FIGURES,
    "populations": [POPULATION | {"own_best?": {"features": [str], "risk": float,
                                                "risk_held_out?": float}}],
    "worst": WORST, "aim": {"name": str, "value": float}, "noise": maybe(any_object),
    "relaxation": maybe(any_object), "left_out": [any_object],
    "rows_dropped": {"without_target": int, "without_population": int, "without_weight": int},
    "seconds": SECONDS, "options": any_object,
    "refinement?": {"start_worst": float, "worst": float, "start_aim": float, "aim": float,
                    "risks": [float], "passes": int, "sets_tried": int, "not_needed": [str],
                    "not_helped": [str],
                    "nearly_as_good": [{"features": [str], "worst": float, "aim": float}]},
    "stability?": {"resamples": int, "asked": int, "features": [{"feature": str, "chosen": float}],
                   "sets": [{"features": [str], "count": int}]},
}
CURVE = {
    "schema": "drfs.curve/1", "version": str, "task": TASKS, "interrupted": bool,
    "figures": FIGURES,
    "points": [{"budget": int, "worst": WORST | {"risk_se": float},
                "populations": [{"name": str, "rows": int, **RISK, "risk_all_features": float}],
                "selected": [{"feature": str, "rank": int}], "spent": {"cost": float}}],
    "knee": {"budget": int},
    "worth": [{"feature": str, "loss": float, "loss_se": float, "instead?": [str],
               "loss_instead?": float, "loss_instead_se?": float}],
    "price?": [{"set": str, "features": [str], "populations": [{"name": str, **RISK}]}],
    "seconds": {"total": float}, "options": any_object,
}
EVALUATION = {
    "schema": "drfs.evaluation/1", "version": str, "task": TASKS, "seed": int, "features": [str],
    "figures": FIGURES, "populations": [POPULATION], "worst": WORST, "options": any_object,
}
ROW = {"method": str, "budget": int, "downstream": str, "metric": str, "mean": float,
       "std": maybe(float), "n": int}
COMPARISON = {
    "schema": "drfs.comparison/1", "version": str,
    "rows": [ROW | {"population": str, "selected": [[str]], "published?": any_object}],
    "worst": [ROW | {"behind": float, "behind_se": maybe(float)}],
    "seconds": [{"method": str, "budget": int, "seed": int, "choose": float}],
    "options": any_object,
}
BENCH = {
    "schema": "drfs.bench/1", "bench": str, "rows": int, "features": int, "populations": int,
    "repeats": int, "threads": int, "backend": str, "seconds": float, "pairs_per_second": float,
}
KERNEL_BENCH = BENCH | {"gflops": float, "peak_gflops": float, "peak_share": float}
INFO = {
    "schema": "drfs.info/1", "version": str, "build": str, "backend": str, "backends": [str],
    "gpu": maybe(str), "threads": int, "methods": [str], "presets": [str], "models": [str],
}


def drfs(*arguments):
    return subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True)


class Contract(unittest.TestCase):
    maxDiff = None

    def answer(self, shape, *arguments):
        """The JSON of a command, which is all that it prints on standard output."""
        done = drfs(*arguments, "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        value = json.loads(done.stdout)
        self.assertEqual(faults(value, shape), [])
        return value

    def refused(self, code, said, *arguments):
        done = drfs(*arguments)
        self.assertEqual(done.returncode, code, done.stderr)
        self.assertIn(said, done.stderr)
        self.assertEqual(done.stdout, "")


class Select(Contract):
    def test_every_method_answers_in_the_same_form(self):
        for method in ("auto", "paper", "lasso"):
            more = ["--epochs", 20] if method == "paper" else []
            x = self.answer(SELECTION, "select", *TABLE, "--budget", 5, "--method", method, *more)
            self.assertEqual(x["method"], method)
            self.assertEqual([chosen["rank"] for chosen in x["selected"]], [1, 2, 3, 4, 5])
            self.assertEqual({p["name"] for p in x["populations"]}, {"A", "B", "C"})
            self.assertEqual(x["worst"]["risk"], max(p["risk"] for p in x["populations"]))
            self.assertEqual(x["budget"], {"features": 5, "cost": 5, "spent": 5})

    def test_the_paper_has_noise_and_the_search_has_losses(self):
        paper = self.answer(SELECTION, "select", *TABLE, "--budget", 2, "--method", "paper",
                            "--epochs", 20)
        self.assertTrue(all(chosen["noise"] > 0 for chosen in paper["selected"]))
        self.assertNotIn("refinement", paper)
        auto = self.answer(SELECTION, "select", *TABLE, "--budget", 2)
        self.assertTrue(all("loss" in chosen for chosen in auto["selected"]))

    def test_without_figures_risks_are_null_and_the_choice_is_the_same(self):
        unscored = SELECTION | {
            "figures": "none", "populations": [POPULATION | NO_RISKS],
            "worst": {"population": None, "risk": None}, "aim": {"name": str, "value": None}}
        x = self.answer(unscored, "select", *TABLE, "--budget", 3, "--selection-share", 1)
        scored = self.answer(SELECTION, "select", *TABLE, "--budget", 3)
        self.assertEqual(x["selected"], scored["selected"])

    def test_resamples_regret_and_costs_have_their_fields(self):
        x = self.answer(SELECTION, "select", *TABLE, "--budget", 3, "--bootstrap", 2, "--aim",
                        "regret", "--cost", COSTS, "--budget-cost", 5)
        self.assertEqual(x["stability"]["resamples"], 2)
        self.assertTrue(all("own_best" in p for p in x["populations"]))
        self.assertLessEqual(x["budget"]["spent"], 5)
        self.assertEqual(x["options"]["budget-cost"], ["5"])

    def test_the_record_is_complete_and_repeats_the_run(self):
        with tempfile.TemporaryDirectory() as folder:
            out = Path(folder, "run")
            first = self.answer(SELECTION, "select", *TABLE, "--budget", 3, "--at-most", "1:x0,x1",
                                "--out", out)
            self.assertEqual({file.name for file in out.iterdir()},
                             {"selection.json", "trace.csv", "options.toml", "manifest.json",
                              "report.html"})
            again = self.answer(SELECTION, "select", "--config", out / "options.toml")
            for x in (first, again):
                del x["seconds"], x["options"]["out"]
            self.assertEqual(first, again)


class OtherCommands(Contract):
    def test_curve(self):
        x = self.answer(CURVE, "curve", *TABLE, "--budgets", "1..3", "--price")
        self.assertEqual([point["budget"] for point in x["points"]], [1, 2, 3])
        self.assertEqual(x["price"][0]["set"], "robust")

    def test_evaluate(self):
        x = self.answer(EVALUATION, "evaluate", *TABLE, "--features", "x0,x5")
        self.assertEqual(x["features"], ["x0", "x5"])

    def test_compare(self):
        x = self.answer(COMPARISON, "compare", *TABLE, "--budget", 4, "--methods",
                        "lasso,random", "--downstream", "linear,smooth", "--seeds", 2)
        self.assertEqual({row["method"] for row in x["rows"]}, {"lasso", "random"})
        self.assertTrue(all(len(row["selected"]) == row["n"] == 2 for row in x["rows"]))

    def test_reproduce(self):
        with tempfile.TemporaryDirectory() as folder:
            done = drfs("reproduce", "synth1", "--seeds", 1, "--methods", "random", "--out", folder)
            self.assertEqual(done.returncode, 0, done.stderr)
            x = json.loads(Path(folder, "synth1", "comparison.json").read_text())
            self.assertEqual(faults(x, COMPARISON), [])
            self.assertTrue(Path(folder, "reproduction.md").is_file())

    def test_synth(self):
        with tempfile.TemporaryDirectory() as folder:
            one, other = Path(folder, "1.csv"), Path(folder, "2.csv")
            for file in (one, other):
                done = drfs("synth", 1, "--rows", 900, "--features", 12, "--seed", 4, "-o", file)
                self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(one.read_bytes(), other.read_bytes())
            rows = list(csv.DictReader(one.open()))
            self.assertEqual(set(rows[0]), {f"x{i}" for i in range(12)} | {"y", "population"})
            self.assertEqual({row["population"] for row in rows}, {"A", "B", "C"})
            self.assertEqual(len(rows), 900)

    def test_bench_and_info(self):
        self.answer(KERNEL_BENCH, "bench", "kernel", "--rows", 512, "--features", 5)
        x = self.answer(INFO, "info")
        self.assertIn(x["backend"], x["backends"])
        self.assertIn("paper", x["methods"])


class ExitCodes(Contract):
    def test_wrong_use_is_2(self):
        self.refused(2, "Did you mean --budget", "select", *TABLE, "--bugdet", 5)
        self.refused(2, "--target is missing", "select", "a.csv", "--population", "p")
        self.refused(2, "2:a,b,c", "select", *TABLE, "--budget", 5, "--at-most", "x0,x1")
        self.refused(2, "Did you mean 'lasso'", "select", *TABLE, "--budget", 5, "--method", "laso")
        self.refused(2, "has no part in what --method lasso does", "select", *TABLE, "--budget", 5,
                     "--method", "lasso", "--epochs", 10)
        self.refused(2, "--refine-passes", "curve", *TABLE, "--budgets", "1..3", "--method",
                     "greedy", "--refine-passes", 3)
        self.refused(2, "select", "chose")

    def test_bad_data_is_3(self):
        self.refused(3, "does not exist", "select", "/nowhere.csv", "--target", "y",
                     "--population", "p", "--budget", 2)

    def test_constraints_that_cannot_be_met_are_4(self):
        self.refused(4, "--include x0", "select", *TABLE, "--budget", 2, "--include", "x0",
                     "--exclude", "x0")
        self.refused(4, "--budget", "select", *TABLE, "--budget", 99)


class Shapes(unittest.TestCase):
    """The checker sees what is wrong."""

    def test_faults(self):
        shape = {"a": int, "b?": [float], "c": maybe(str)}
        self.assertEqual(faults({"a": 1, "b": [1, 2.5], "c": None}, shape), [])
        for wrong in ({"a": True, "c": ""}, {"a": 1}, {"a": 1, "c": "", "d": 2},
                      {"a": 1, "c": 3}, {"a": 1, "b": ["x"], "c": ""}, {"a": 1, "b": {}, "c": ""},
                      []):
            self.assertEqual(len(faults(wrong, shape)), 1, wrong)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    PROGRAM = sys.argv.pop(1)
    unittest.main()
