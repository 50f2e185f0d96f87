"""Data that several tests share."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import drfs


@pytest.fixture(scope="session")
def made():
    """Nine hundred rows of the paper's first set, as arrays."""
    return drfs.datasets.synth1(rows=900, features=12, seed=1)


@pytest.fixture(scope="session")
def frame():
    """The same as a pandas frame with the columns x0, ..., y, population."""
    pytest.importorskip("pandas")
    return drfs.datasets.synth1(rows=900, features=12, seed=1, as_frame=True).frame


@pytest.fixture(scope="session")
def command_line():
    """The program that was installed with the package: how it ends, and what it prints."""
    beside = Path(sys.executable).parent / "drfs"
    found = str(beside) if beside.is_file() else shutil.which("drfs")
    assert found, "the package brings the program along"
    return lambda *arguments: subprocess.run([found, *arguments], capture_output=True, text=True)


@pytest.fixture(scope="session")
def program(command_line):
    """The same where all goes well: the JSON that it prints."""

    def run(*arguments):
        done = command_line(*arguments)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return run
