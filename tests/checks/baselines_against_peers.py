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
    from sklearn.linear_model import Lasso, LogisticRegression
except ImportError as missing:
    print(f"skipped: {missing}; pip install pandas scikit-learn xgboost")
    sys.exit(77)

# Rows that choose, of each population: all but the few that the program must keep to score.
SHARE = 0.997
RATE = 0.1
# The mean gain ranks features that hardly differ by chance. Of trees we ask for the features that the
# other implementation chooses in every one of so many draws that leave out this share of the rows,
# but for one of them at most.
LEFT_OUT = 0.05
DRAWS = 5
# Set, features, budget, and whether the outcome is cut into two classes.
SETS = [("1", 15, 5, False), ("2", 50, 8, False), ("3", 50, 5, False), ("1", 15, 5, True)]
LAMBDA = 0.01
ROWS = 8000
ROUNDS = {"lasso": 100, "xgb": 20}


def standardised(table, together):
    """Mean 0 and variance 1, over the pool or within populations; classes stay what they are."""
    columns = [c for c in table.columns if c != "population" and table[c].nunique() > 2]
    out = table.drop(columns="population")
    groups = table[columns].groupby(table["population"])
    mean = table[columns].mean() if together else groups.transform("mean")
    spread = table[columns].std(ddof=0) if together else groups.transform(lambda v: v.std(ddof=0))
    out[columns] = (table[columns] - mean) / spread
    return out


def fit_trees(x, y, weight, classes):
    rows = xgboost.DMatrix(x, label=y, weight=weight)
    settings = {"objective": "binary:logistic" if classes else "reg:squarederror", "nthread": 1,
                "tree_method": "hist", "base_score": np.average(y, weights=weight)}
    model = xgboost.train(settings, rows, num_boost_round=100)
    gain = model.get_score(importance_type="gain")
    return model.predict(rows), np.array([gain.get(f"f{d}", 0.0) for d in range(x.shape[1])])


def fit_lasso(x, y, weight, classes):
    if not classes:
        model = Lasso(alpha=LAMBDA, max_iter=10000).fit(x, y, sample_weight=weight)
        return model.predict(x), np.abs(model.coef_)
    # The intercept is penalised as well, but a large scale makes that nothing.
    model = LogisticRegression(l1_ratio=1, solver="liblinear", C=1 / (LAMBDA * len(y)),
                               intercept_scaling=100, tol=1e-6)
    model.fit(x, y, sample_weight=weight)
    return model.predict_proba(x)[:, 1], np.abs(model.coef_[0])


def losses(y, predicted, classes):
    if not classes:
        return (y - predicted) ** 2
    return -np.log(np.clip(np.where(y == 1, predicted, 1 - predicted), 1e-6, 1))


def choose(kind, robust, table, classes, budget):
    """The most important features, best first, and those that stay when some rows are left out."""
    fit = fit_lasso if kind == "lasso" else fit_trees
    data = standardised(table, together=not robust)
    names = np.array(sorted(c for c in data.columns if c != "y"))  # equal splits go by the order
    x, y = data[names].to_numpy(), data["y"].to_numpy()
    label = table["population"].to_numpy()
    populations = sorted(set(label))
    share = {p: 1 / len(populations) for p in populations}
    for _ in range(ROUNDS[kind] if robust else 1):
        weight = np.ones(len(y))
        if robust:
            weight = np.array([share[p] / np.sum(label == p) for p in populations])
            weight = len(y) * weight[np.searchsorted(populations, label)]
        predicted, importance = fit(x, y, weight, classes)
        loss = losses(y, predicted, classes)
        share = {p: share[p] * np.exp(RATE * np.mean(loss[label == p])) for p in populations}
        share = {p: s / sum(share.values()) for p, s in share.items()}
    top = [names[np.argsort(-importance, kind="stable")[:budget]]]
    rng = np.random.default_rng(0)
    for _ in range(DRAWS):
        kept = rng.random(len(y)) > LEFT_OUT
        importance = fit(x[kept], y[kept], weight[kept], classes)[1]
        top.append(names[np.argsort(-importance, kind="stable")[:budget]])
    return list(top[0]), set.intersection(*map(set, top))


def chosen_by_drfs(program, path, method, budget):
    output = subprocess.run(
        [program, "select", path, "--target", "y", "--population", "population", "--budget",
         str(budget), "--method", method, "--selection-share", str(SHARE), "--json", "--quiet"],
        check=True, capture_output=True, text=True).stdout
    return [chosen["feature"] for chosen in json.loads(output)["selected"]]


def make_table(program, path, number, features, classes):
    subprocess.run([program, "synth", number, "--rows", str(ROWS), "--features", str(features),
                    "-o", path], check=True)
    table = pd.read_csv(path)
    if classes:
        table["y"] = (table["y"] > 0.5).astype(int)
        table.to_csv(path, index=False)
    return table


def main(program):
    all_agree = True
    for number, features, budget, classes in SETS:
        with tempfile.NamedTemporaryFile(suffix=".csv") as file:
            table = make_table(program, file.name, number, features, classes)
            for kind in ("lasso", "xgb"):
                for robust in (False, True):
                    method = ("dro-" if robust else "") + kind
                    ours = chosen_by_drfs(program, file.name, method, budget)
                    theirs, firm = choose(kind, robust, table, classes, budget)
                    same = set(ours) == set(theirs) if kind == "lasso" else len(firm - set(ours)) <= 1
                    all_agree = all_agree and same
                    print(f"synth {number}, {features} features{', classes' if classes else ''}, "
                          f"{method:9} {'agrees ' if same else 'DIFFERS'} ours {' '.join(ours)}; "
                          f"theirs {' '.join(theirs)}; firm: {len(firm)}", flush=True)
    return 0 if all_agree else 1


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
