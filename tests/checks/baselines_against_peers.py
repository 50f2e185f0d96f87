"""The baselines beside independent implementations, on the paper's synthetic sets.

usage: baselines_against_peers.py DRFS

Chooses with scikit-learn's Lasso and with the Python package of XGBoost, plain and with the paper's
reweighting of the populations, and compares with what `drfs select` chooses of the same rows. Exits
1 where the choices differ, 77 where a package is missing.
"""

import json
import subprocess
import sys
import tempfile

try:
    import numpy as np
    import pandas as pd
    import xgboost
    from sklearn.linear_model import Lasso
except ImportError as missing:
    print(f"skipped: {missing}; pip install pandas scikit-learn xgboost")
    sys.exit(77)

# Rows that choose, of each population: all but the few that the program must keep to score.
SHARE = 0.999
RATE = 0.1
# Trees of two versions of the library differ a little, and noise features hardly differ at all.
NEAR = 0.1
SETS = [("1", 15, 5), ("1", 50, 5), ("2", 50, 8), ("3", 50, 5)]
ROUNDS = {"lasso": 100, "xgb": 20}


def standardised(table, together):
    """Features and outcome with mean 0 and variance 1, over the pool or within populations."""
    columns = [c for c in table.columns if c != "population"]
    if together:
        return (table[columns] - table[columns].mean()) / table[columns].std(ddof=0)
    groups = table.groupby("population")[columns]
    return (table[columns] - groups.transform("mean")) / groups.transform(lambda v: v.std(ddof=0))


def fit(kind, x, y, weight):
    """Predictions for the rows themselves, and the importance of every feature."""
    if kind == "lasso":
        model = Lasso(alpha=0.01, max_iter=10000).fit(x, y, sample_weight=weight)
        return model.predict(x), np.abs(model.coef_)
    model = xgboost.XGBRegressor(n_estimators=100, tree_method="hist", n_jobs=2)
    model.fit(x, y, sample_weight=weight)
    return model.predict(x), model.feature_importances_


def choose(kind, robust, table):
    """Every feature's importance, the most important first."""
    data = standardised(table, together=not robust)
    names = [c for c in data.columns if c != "y"]
    x, y = data[names].to_numpy(), data["y"].to_numpy()
    label = table["population"].to_numpy()
    populations = sorted(set(label))
    rows = {p: np.sum(label == p) for p in populations}
    share = {p: 1 / len(populations) for p in populations}
    for _ in range(ROUNDS[kind] if robust else 1):
        weight = np.ones(len(y))
        if robust:
            weight = np.array([share[p] / rows[p] for p in label]) * len(y)
        predicted, importance = fit(kind, x, y, weight)
        loss = {p: np.mean((y - predicted)[label == p] ** 2) for p in populations}
        share = {p: share[p] * np.exp(RATE * loss[p]) for p in populations}
        share = {p: s / sum(share.values()) for p, s in share.items()}
    return dict(sorted(zip(names, importance), key=lambda item: -item[1]))


def chosen_by_drfs(program, path, method, budget):
    output = subprocess.run(
        [program, "select", path, "--target", "y", "--population", "population", "--budget",
         str(budget), "--method", method, "--selection-share", str(SHARE), "--json", "--quiet"],
        check=True, capture_output=True, text=True).stdout
    return [chosen["feature"] for chosen in json.loads(output)["selected"]]


def agree(ours, importance, budget):
    """Whether what we chose is, by their importances, as good as their choice but for near ties."""
    least = sorted(importance.values(), reverse=True)[budget - 1]
    return all(importance[feature] >= (1 - NEAR) * least for feature in ours)


def main(program):
    all_agree = True
    for number, features, budget in SETS:
        with tempfile.NamedTemporaryFile(suffix=".csv") as file:
            subprocess.run([program, "synth", number, "--rows", "12000", "--features",
                            str(features), "-o", file.name], check=True)
            table = pd.read_csv(file.name)
            for kind in ("lasso", "xgb"):
                for robust in (False, True):
                    method = ("dro-" if robust else "") + kind
                    ours = chosen_by_drfs(program, file.name, method, budget)
                    importance = choose(kind, robust, table)
                    theirs = list(importance)[:budget]
                    same = agree(ours, importance, budget)
                    all_agree = all_agree and same
                    print(f"synth {number}, {features} features, {method:9} "
                          f"{'agrees ' if same else 'DIFFERS'} ours {' '.join(ours)}; "
                          f"theirs {' '.join(theirs)}", flush=True)
    return 0 if all_agree else 1


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
