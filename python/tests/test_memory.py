"""A large matrix is not copied on its way to the library."""

import subprocess
import sys
from pathlib import Path

import pytest

BENCH = Path(__file__).parents[2] / "bench/python_overhead.py"

MEASURE = """
import runpy, sys
bench = runpy.run_path(sys.argv[1])
print(bench["memory_of_the_data_set"](*bench["matrix"](400_000, 50, sys.argv[2])))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="peak memory is read as Linux gives it")
@pytest.mark.parametrize("order", ["C", "F"])
def test_the_only_copy_is_the_standardised_matrix(order):
    found = subprocess.run(
        [sys.executable, "-c", MEASURE, BENCH, order], capture_output=True, text=True, check=True
    )
    # The rows' order, hashes, populations and targets come to a fifth of a matrix of 50 columns.
    assert 0.9 < float(found.stdout) < 1.5
