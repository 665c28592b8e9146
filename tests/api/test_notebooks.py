"""The notebooks run from top to bottom, and what is stored in them is what comes out."""

import importlib.util
import operator
import re
from pathlib import Path

import nbformat
import pytest

import mangonel

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
PICTURES = {"is_my_variant_balanced": 3, "own_sequence": 5, "siege_or_croisades": 5, "three_kings": 3}
DEAR = {path.stem: pytest.param(path, marks=pytest.mark.release) for path in NOTEBOOKS if path.stem != "own_sequence"}
"""They take a quarter of a minute and more: only a release runs them; `tests/results` holds most of their numbers until then."""

spec = importlib.util.spec_from_file_location("make_notebooks", ROOT / "notebooks" / "make.py")
make = importlib.util.module_from_spec(spec)
spec.loader.exec_module(make)


def shown(notebook):
    """Return all words that a notebook shows, by cell, and a mark for each picture, whose bytes go by the machine."""
    found = {}
    for cell in notebook.cells:
        if cell.cell_type == "code":
            found[cell.id] = [
                output.text
                if output.output_type == "stream"
                else {kind: "" if kind == "image/png" else text for kind, text in sorted(output.data.items())}
                for output in cell.outputs
            ]
    return found


def test_there_are_notebooks():
    assert {path.stem for path in NOTEBOOKS} == set(PICTURES)


@pytest.mark.slow
@pytest.mark.parametrize("path", [DEAR.get(path.stem, path) for path in NOTEBOOKS], ids=lambda path: path.stem)
@pytest.mark.filterwarnings("ignore")
def test_a_run_shows_what_is_stored(path, monkeypatch):
    # Whatever the run sets goes with it.
    monkeypatch.setenv("IPYTHONDIR", "")
    monkeypatch.setenv("PYTHONPATH", "")
    assert shown(make.run(path)) == shown(nbformat.read(path, as_version=4)), "notebooks/make.py stores them anew"


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_stored_with_its_pictures(path):
    notebook = nbformat.read(path, as_version=4)
    outputs = [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
    assert sum("image/png" in output.get("data", {}) for output in outputs) == PICTURES[path.stem]
    assert not [output for output in outputs if output.output_type == "error"]
    # Nothing of the machine or of the hour.
    assert all("execution" not in cell.metadata for cell in notebook.cells)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_begins_with_one_line_for_the_program(path):
    first = next(cell for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == "code")
    assert "import mangonel as mg" in first.source.splitlines()
    assert "from mangonel" not in first.source


def test_all_that_a_notebook_asks_of_the_program_is_there():
    """Names of a notebook that only a release runs are looked up at once."""
    for path in NOTEBOOKS:
        cells = [cell.source for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == "code"]
        named = re.findall(r"\bmg((?:\.[a-z_]\w*)+)", "\n".join(cells))
        assert [name for name in named if not reaches(name)] == [], path


def reaches(name):
    try:
        operator.attrgetter(name.removeprefix("."))(mangonel)
    except AttributeError:
        return False
    return True


def test_the_variant_of_the_notebook_changes_all_that_it_says():
    path = next(path for path in NOTEBOOKS if path.stem == "is_my_variant_balanced")
    first, second, *_ = (cell.source for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == "code")
    names = {}
    exec(f"{first}\n{second}", names)
    assert sorted(change.kind for change in names["mine"].changes) == ["cell", "option"]
