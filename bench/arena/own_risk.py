#!/usr/bin/env python3
"""Whether the search believes itself: the worst risk that it expects of its own choice, beside that
of least squares trained for each population on the same rows and scored on fresh ones.

usage: own_risk.py PROGRAM [TABLES]

Tables with much noise: 4 populations of 150 rows, 20 columns, of which a few explain a fifth of each
population's variance. Prints the mean difference over the tables with its standard error; below 0
the search flatters itself.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import pandas as pd

POPULATIONS, ROWS, COLUMNS, BUDGET, FRESH_ROWS = 4, 150, 20, 4, 20_000
EXPLAINED = 0.2


def drawn(rng, coefficients, rows):
    x = rng.standard_normal((rows, COLUMNS))
    noise = np.sqrt((1 - EXPLAINED) / EXPLAINED) * np.linalg.norm(coefficients)
    return x, x @ coefficients + noise * rng.standard_normal(rows)


def expected_worst(program, parts):
    """The features chosen and the worst risk by the search's own measure."""
    names = [f"x{j}" for j in range(COLUMNS)]
    table = pd.concat([pd.DataFrame(x, columns=names).assign(y=y, population=f"p{p}")
                       for p, (x, y) in enumerate(parts)])
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "table.csv")
        table.to_csv(file, index=False)
        done = subprocess.run([program, "select", file, "--target", "y", "--population",
                               "population", "--budget", str(BUDGET), "--selection-share", "1",
                               "--fill", "--json"], capture_output=True, text=True, check=True)
    answer = json.loads(done.stdout)
    return [int(item["feature"][1:]) for item in answer["selected"]], answer["refinement"]["worst"]


def risk_on_fresh_rows(rng, coefficients, x, y, chosen):
    def design(rows):
        return np.column_stack([np.ones(len(rows)), rows[:, chosen]])

    slopes = np.linalg.lstsq(design(x), y, rcond=None)[0]
    fresh_x, fresh_y = drawn(rng, coefficients, FRESH_ROWS)
    return np.mean((fresh_y - design(fresh_x) @ slopes) ** 2) / np.var(fresh_y)


def difference(program, seed):
    rng = np.random.default_rng([11, seed])
    common = np.zeros(COLUMNS)
    common[:6] = [1, 0.8, 0.6, 0.5, 0.4, 0.3]
    coefficients = [common * rng.uniform(0.3, 1.7, COLUMNS) for _ in range(POPULATIONS)]
    parts = [drawn(rng, b, ROWS) for b in coefficients]
    chosen, expected = expected_worst(program, parts)
    return expected - max(risk_on_fresh_rows(rng, b, x, y, chosen)
                          for b, (x, y) in zip(coefficients, parts))


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    tables = int(sys.argv[2]) if len(sys.argv) > 2 else 20
    found = np.array([difference(sys.argv[1], seed) for seed in range(tables)])
    print(f"{tables} tables: the worst risk that the search expects, less that on fresh rows: "
          f"{found.mean():+.4f} ± {found.std(ddof=1) / np.sqrt(tables):.4f}")


if __name__ == "__main__":
    main()
