#!/usr/bin/env python3
"""What the Python package costs on top of the library: memory and time on a large matrix.

usage: bench/python_overhead.py [ROWS [FEATURES]]     (1,000,000 and 50)

Memory, on Linux: the process's peak when the library has its data set and is about to choose, less what it had
before the call, in units of the caller's matrix. The standardised matrix that the library makes
is 1.0 of it; a copy would be another 1.0. Time: the whole of DRFSelector.fit less what the library
itself measures from its first line to its last.
"""

import logging
import sys
import time
from pathlib import Path

import numpy as np

import drfs
from drfs import calls, tables


class DataSetIsMade(Exception):
    pass


def forget_peak():
    Path("/proc/self/clear_refs").write_text("5")


def peak_bytes():
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmHWM"))


def matrix(rows, features, order):
    rng = np.random.default_rng(0)
    x = np.empty((rows, features), dtype=np.float32, order=order)
    for j in range(features):
        x[:, j] = rng.standard_normal(rows, dtype=np.float32)
    y = x[:, 0] + rng.standard_normal(rows, dtype=np.float32)
    return x, y, rng.integers(0, 3, rows)


def memory_of_the_data_set(x, y, populations):
    def listen(stage, done, total, detail):
        if stage == "prepare":
            raise DataSetIsMade

    columns = tables.array_columns(x, [f"x{j}" for j in range(x.shape[1])])
    columns += [("y", y), tables.labels_of("population", populations)]
    options = {"target": "y", "population": "population", "budget": 5, "method": "paper"}
    forget_peak()
    before = peak_bytes()
    try:
        calls.call("select", ("X", len(x), columns), options, progress=listen)
    except DataSetIsMade:
        pass
    return (peak_bytes() - before) / x.nbytes


def seconds_of_the_package(x, y, populations):
    selector = drfs.DRFSelector(5, method="random", options={"model": "linear"})
    start = time.perf_counter()
    selector.fit(x, y, populations=populations)
    whole = time.perf_counter() - start
    return whole - selector.result_["seconds"]["total"], whole


def measure(rows, features, order):
    logging.disable(logging.WARNING)
    parts = matrix(rows, features, order)
    memory = memory_of_the_data_set(*parts)
    own, whole = seconds_of_the_package(*parts)
    print(
        f"{order} order: {memory:.2f} matrices of memory for the data set; "
        f"{1000 * own:.0f} ms of {whole:.1f} s are the package's"
    )


def main(rows, features):
    for order in "CF":
        measure(rows, features, order)


if __name__ == "__main__":
    sizes = [int(argument) for argument in sys.argv[1:]]
    main(*(sizes + [1_000_000, 50][len(sizes):]))
