"""Real tables: a folder with NAME.csv and tables.json, which says of each its target, population,
budget and task, and how many of each population's rows choose where that is not half of them.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pandas as pd

from task import Task

MOST_SCORED_ROWS = 3000  # of each population: more only takes time


def read_tasks(folder):
    entries = json.loads(Path(folder, "tables.json").read_text(encoding="utf-8"))
    return {name: Task(entry["target"], entry["population"], entry["budget"], entry["task"],
                       entry.get("choosing_rows"))
            for name, entry in entries.items()}


def read_table(folder, name, task):
    table = pd.read_csv(Path(folder, f"{name}.csv"), low_memory=False)
    return table.dropna(subset=[task.target, task.population]).reset_index(drop=True)


def split(table, task, seed):
    """The rows that choose, and {population: rows that score}; no row is in both."""
    order = pd.Series(np.random.default_rng([seed, 1]).random(len(table)), index=table.index)
    populations = order.groupby(table[task.population])
    place = populations.rank()
    chooses = place <= (task.choosing_rows or populations.transform("size") // 2)
    scores = {name: part.sample(min(len(part), MOST_SCORED_ROWS), random_state=seed)
              for name, part in table[~chooses].groupby(task.population)}
    return table[chooses], scores
