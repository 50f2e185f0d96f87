"""A large matrix is not copied on its way to the library."""

import runpy
import sys
from pathlib import Path

import pytest

BENCH = Path(__file__).parents[2] / "bench/python_overhead.py"


@pytest.mark.skipif(sys.platform != "linux", reason="peak memory is read as Linux gives it")
@pytest.mark.parametrize("order", ["C", "F"])
def test_the_only_copy_is_the_standardised_matrix(order):
    bench = runpy.run_path(str(BENCH))
    found = bench["memory_of_the_data_set"](*bench["matrix"](700_000, 50, order))
    # The rows' order, hashes, populations and targets come to a fifth of a matrix of 50 columns.
    assert 0.9 < found < 1.5
