"""One round: a method chooses on one made-up or real table, and the answer is judged. Rounds are
plain functions of plain values, so that several processes can play them; each uses one thread,
which makes their seconds comparable.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
import time
import warnings
from concurrent.futures import ProcessPoolExecutor, as_completed

import numpy as np
import pandas as pd

import tables
from choosers import chooser
from designs import DESIGNS, RATIO


def play_design(program, name, method, seed):
    """A row of results, in a list as from play_table."""
    design = DESIGNS[name]
    choice, seconds, error = timed(method, program, design.table(seed), design.task, seed)
    row = {"design": name, "seed": seed, "method": method, "seconds": seconds, "error": error}
    if error:
        wrong = None if design.asks == RATIO else False
        return [row | {"right": wrong, "worst": np.nan, "ratio": np.nan, "chosen": ""}]
    worst = design.worst_risk(choice.features)
    return [row | {"right": design.is_right(choice), "worst": worst,
                   "ratio": worst / design.best_worst_risk, "chosen": " ".join(choice.features)}]


def play_table(program, folder, name, methods, seed):
    """All methods on the same rows: a set that two of them choose is scored once."""
    from scoring import risk  # needs scikit-learn, which made-up tables do without

    warnings.filterwarnings("ignore")  # the models' remarks on rare levels and slow convergence
    task = tables.read_tasks(folder)[name]
    choosing, scoring = tables.split(tables.read_table(folder, name, task), task, seed)
    known, rows = {}, []
    for method in methods:
        choice, seconds, error = timed(method, program, choosing, task, seed)
        row = {"table": name, "seed": seed, "method": method, "seconds": seconds, "error": error}
        if error:
            rows.append(row | {"worst": np.nan, "mean": np.nan, "chosen": ""})
            continue
        chosen = tuple(sorted(choice.features))
        if chosen not in known:
            known[chosen] = [risk(part[list(chosen)], part[task.target], task.kind, seed)
                             for part in scoring.values()]
        rows.append(row | {"worst": np.nanmax(known[chosen]), "mean": np.nanmean(known[chosen]),
                           "chosen": " ".join(choice.features)})
    return rows


def timed(method, program, table, task, seed):
    """The choice, its seconds, and why there is none."""
    start = time.perf_counter()
    try:
        choice, error = chooser(method, program)(table, task, seed), ""
    except Exception as problem:  # one method's trouble must not end the others' tournament
        choice, error = None, f"{type(problem).__name__}: {problem}"[:300]
    return choice, time.perf_counter() - start, error


def play_all(jobs, workers, progress=True):
    """A frame of the rows of all jobs, (function, *arguments) each, in the order of the jobs."""
    os.environ.setdefault("OMP_NUM_THREADS", "1")  # read by the libraries of a fresh process
    found = [None] * len(jobs)
    fresh = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, mp_context=fresh) as pool:
        running = {pool.submit(*job): place for place, job in enumerate(jobs)}
        for done in as_completed(running):
            found[running[done]] = done.result()
            for row in done.result() if progress else []:
                print(one_line(row), file=sys.stderr, flush=True)
    return pd.DataFrame([row for rows in found for row in rows])


def one_line(row):
    name = row.get("design") or row.get("table")
    told = row["error"] or f"worst {row['worst']:.4f}  {row['chosen'][:80]}"
    return f"{name} {row['seed']} {row['method']}: {told} ({row['seconds']:.1f} s)"
