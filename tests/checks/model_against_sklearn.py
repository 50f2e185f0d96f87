"""A model of drfs beside the model of scikit-learn that it is named after.

usage: model_against_sklearn.py FIT_MODEL MODEL

FIT_MODEL is the program of fit_model.cpp, MODEL a key of PEERS. Both learn the same made tables
and predict the same new rows; the means of their metrics over the seeds must agree within
TOLERANCE or chance. Prints a table; exits 1 where they differ, 77 where scikit-learn is not installed.
"""

import subprocess
import sys
import tempfile
import time
from pathlib import Path

try:
    import numpy as np
    from sklearn.ensemble import RandomForestClassifier, RandomForestRegressor
    from sklearn.metrics import accuracy_score, log_loss, mean_squared_error
    from sklearn.neural_network import MLPClassifier, MLPRegressor
except ImportError as missing:
    print(f"skipped: {missing}; pip install scikit-learn")
    sys.exit(77)

ROWS = 2000
SEEDS = range(10)
# Both kinds of model may say 0 or 1, where one miss would be most of the log loss.
LEAST_PROBABILITY = 0.005

PEERS = {
    "rf": (RandomForestRegressor, RandomForestClassifier, {}),
    "mlp": (MLPRegressor, MLPClassifier, {"early_stopping": True, "max_iter": 1000}),
}
# What the models that know of missing values learn besides: tables with gaps that tell something.
TAKE_MISSING = {"rf"}
# How far ours may be from theirs: a share of theirs for mse, absolute for the others; three standard
# errors of the mean difference over the seeds where that is more. A network that stops by accuracy
# stops early or late by chance.
TOLERANCE = {"mse": 0.05, "log loss": 0.02, "accuracy": 0.02}


def linear(x):
    return x[:, 0] + 0.5 * x[:, 1] - 0.25 * x[:, 2]


def nonlinear(x):
    return np.sin(2 * x[:, 0]) + x[:, 1] * x[:, 2] + np.abs(x[:, 3])


def steps(x):
    return np.round(x[:, 0]) * (x[:, 1] > 0) + 2.0 * (x[:, 2] > 1)


def scores(x):
    return np.column_stack([2 * x[:, 0], linear(x) - x[:, 3], np.zeros(len(x))])


def nonlinear_scores(x):
    return np.column_stack([3 * nonlinear(x) - 3, 2 * x[:, 0], 2 * np.abs(x[:, 4]), np.zeros(len(x))])


# name: (task, columns, the mean, the logit or the classes' log odds as a function of x)
TABLES = {
    "linear": ("regression", 5, linear),
    "nonlinear": ("regression", 10, nonlinear),
    "steps": ("regression", 8, steps),
    "linear classes": ("binary", 5, lambda x: 2 * linear(x)),
    "nonlinear classes": ("binary", 10, lambda x: 3 * nonlinear(x) - 3),
    "three classes": ("multiclass", 5, scores),
    "four classes": ("multiclass", 10, nonlinear_scores),
}
TABLES_WITH_GAPS = {
    "gaps": ("regression", 8, nonlinear),
    "gaps, classes": ("binary", 8, lambda x: 3 * nonlinear(x) - 3),
    "gaps, four classes": ("multiclass", 8, nonlinear_scores),
}


def make(rng, task, columns, signal):
    x = rng.standard_normal((ROWS, columns)).astype(np.float32)
    if task == "regression":
        y = signal(x) + 0.5 * rng.standard_normal(ROWS)
    elif task == "binary":
        y = rng.random(ROWS) < 1 / (1 + np.exp(-signal(x)))
    else:  # the largest of the log odds with Gumbel's noise: a draw by the probabilities
        odds = signal(x)
        y = np.argmax(odds + rng.gumbel(size=odds.shape), axis=1)
    return x, y.astype(np.float32)


def leave_gaps(rng, x, y):
    """The first column is missing where y is high more often; the others by chance."""
    x[rng.random(ROWS) < np.where(y > np.median(y), 0.6, 0.1), 0] = np.nan
    for column in (1, 2):
        x[rng.random(ROWS) < 0.2, column] = np.nan


def predict_ours(program, model, task, train, test):
    """Predictions and the seconds of the fit."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder) / "train.csv", Path(folder) / "test.csv"]
        for path, (x, y) in zip(paths, (train, test)):
            header = ",".join([f"x{d}" for d in range(x.shape[1])] + ["y"])
            np.savetxt(path, np.column_stack([x, y]), "%.9g", ",", header=header, comments="")
        ran = subprocess.run([program, model, task, *paths], capture_output=True, text=True,
                             check=False)
    if ran.returncode != 0:
        sys.exit(ran.stderr)
    predicted = np.array(ran.stdout.split(), float)
    if task == "multiclass":
        predicted = predicted.reshape(-1, ROWS).T
    return predicted, float(ran.stderr)


def predict_theirs(model, task, train, test, seed):
    regressor, classifier, settings = PEERS[model]
    peer = (regressor if task == "regression" else classifier)(random_state=seed, **settings)
    start = time.perf_counter()
    peer.fit(*train)
    seconds = time.perf_counter() - start
    if task == "regression":
        return peer.predict(test[0]), seconds
    predicted = peer.predict_proba(test[0])
    return predicted if task == "multiclass" else predicted[:, 1], seconds


def metrics(task, y, predicted):
    if task == "regression":
        return {"mse": mean_squared_error(y, predicted)}
    clipped = np.clip(predicted, LEAST_PROBABILITY, 1 - LEAST_PROBABILITY)
    if task == "binary":
        return {"log loss": log_loss(y, clipped), "accuracy": accuracy_score(y, predicted > 0.5)}
    clipped /= clipped.sum(axis=1, keepdims=True)
    return {"log loss": log_loss(y, clipped),
            "accuracy": accuracy_score(y, np.argmax(predicted, axis=1))}


def compare(program, model, name):
    """Prints a line per metric; says whether all agree."""
    task, columns, signal = (TABLES | TABLES_WITH_GAPS)[name]
    ours, theirs, seconds = [], [], []
    for seed in SEEDS:
        rng = np.random.default_rng(seed)
        train, test = (make(rng, task, columns, signal) for _ in range(2))
        if name in TABLES_WITH_GAPS:
            for x, y in (train, test):
                leave_gaps(rng, x, y)
        mine, my_time = predict_ours(program, model, task, train, test)
        peer, peer_time = predict_theirs(model, task, train, test, seed)
        ours.append(metrics(task, test[1], mine))
        theirs.append(metrics(task, test[1], peer))
        seconds.append((my_time, peer_time))
    agree = True
    for metric in ours[0]:
        mine, peer = (np.mean([m[metric] for m in side]) for side in (ours, theirs))
        apart = [m[metric] - p[metric] for m, p in zip(ours, theirs)]
        chance = 3 * np.std(apart, ddof=1) / np.sqrt(len(apart))
        far = abs(mine - peer) > max(chance, TOLERANCE[metric] * (peer if metric == "mse" else 1))
        agree = agree and not far
        print(f"{name:18} {metric:9} {mine:8.4f} {peer:8.4f}  {'DIFFERS' if far else 'agrees'}")
    print("{:18} {:9} {:8.2f} {:8.2f}".format(name, "seconds", *np.mean(seconds, axis=0)))
    return agree


def main(program, model):
    print(f"{model}, means of {len(SEEDS)} seeds, {ROWS} rows\n"
          f"{'table':18} {'metric':9} {'drfs':>8} {'sklearn':>8}")
    tables = [*TABLES, *(TABLES_WITH_GAPS if model in TAKE_MISSING else [])]
    return 0 if all([compare(program, model, name) for name in tables]) else 1


if __name__ == "__main__":
    if len(sys.argv) != 3 or sys.argv[2] not in PEERS:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
