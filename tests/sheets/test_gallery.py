"""The gallery: every word and number is made again and compared with what is stored."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

import mangonel

GALLERY = Path(mangonel.__file__).resolve().parents[2] / "reports" / "gallery"


@pytest.fixture(scope="module")
def script():
    spec = importlib.util.spec_from_file_location("gallery_make", GALLERY / "make.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def lines(file):
    # The stamp changes with every option that any rule set gets, the numbers do not.
    return [line for line in file.read_text(encoding="utf-8").splitlines() if not line.startswith("stamp,")]


def test_stored_words_and_numbers_are_those_of_today(script, tmp_path):
    script.make(tmp_path, "csv")
    made = sorted(tmp_path.iterdir())
    assert [file.name for file in made] == sorted(file.name for file in GALLERY.glob("*.csv"))
    for file in made:
        assert lines(file) == lines(GALLERY / file.name), f"run reports/gallery/make.py: {file.name}"


def test_the_page_names_every_command_and_shows_every_picture(script):
    page = (GALLERY / "README.md").read_text(encoding="utf-8")
    assert all(f"`{command}`" in page for command in script.COMMANDS)
    assert len(script.COMMANDS) == len(list(GALLERY.glob("*.csv")))
    pictures = {file.name for file in GALLERY.glob("*.png")}
    assert pictures
    assert all(f"({name})" in page for name in pictures)
    assert all(any(name.startswith(file.stem) for name in pictures) for file in GALLERY.glob("*.csv"))
