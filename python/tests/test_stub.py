"""What type checkers see follows from the options."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_stub_is_what_the_options_make_it(tmp_path):
    fresh = tmp_path / "functions.pyi"
    subprocess.run([sys.executable, ROOT / "scripts/write-python-stub", fresh], check=True)
    assert fresh.read_text() == (ROOT / "python/drfs/functions.pyi").read_text(), (
        "run scripts/write-python-stub"
    )
