"""The notebooks under examples/ run from their first cell to their last."""

import os
import shutil
from pathlib import Path

import pytest

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")

ROOT = Path(__file__).parents[2]
BIG5 = Path(os.environ.get("DRFS_BIG5", ROOT.parent / "shared/data/big5"))


def a_fifth_of_big5(folder):
    """What a notebook says is the whole table's; that it runs, a fifth of the rows shows."""
    lines = (BIG5 / "data.csv").read_text(encoding="latin-1").splitlines()
    (folder / "data.csv").write_text("\n".join(lines[:1] + lines[1::5]), encoding="latin-1")
    shutil.copy(BIG5 / "codebook.txt", folder)


@pytest.mark.parametrize("name", ["synthetic", "big5"])
def test_it_runs(name, monkeypatch, tmp_path):
    if name == "big5":
        if not (BIG5 / "data.csv").is_file():
            pytest.skip("the questionnaire's data are not here: DRFS_BIG5 says where they lie")
        a_fifth_of_big5(tmp_path)
        monkeypatch.setenv("DRFS_BIG5", str(tmp_path))
    text = (ROOT / f"examples/notebooks/{name}.ipynb").read_text()
    notebook = nbformat.reads(text.replace("synth1(rows=6000,", "synth1(rows=600,"), as_version=4)
    folder = {"metadata": {"path": str(ROOT / "examples/notebooks")}}
    nbclient.NotebookClient(notebook, timeout=600, resources=folder).execute()
    shown = [
        output.data.get("text/html", "")
        for cell in notebook.cells
        if cell.cell_type == "code"
        for output in cell.outputs
        if "data" in output
    ]
    assert any("Chosen features" in page for page in shown)
