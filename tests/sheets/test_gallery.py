"""The gallery: every file is made again, and every word and number compared with what is stored."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

import pytest
from PIL import Image

import mangonel

GALLERY = Path(mangonel.__file__).resolve().parents[2] / "reports" / "gallery"
KEPT = {"make.py"}
# The stamp changes with every option that any rule set gets, and with every version; the numbers do not.
STAMP = re.compile(r"\[[a-z-]+ [0-9a-f]{12}\]|mangonel \d\S*")


@pytest.fixture(scope="module")
def script():
    spec = importlib.util.spec_from_file_location("gallery_make", GALLERY / "make.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def made(script, tmp_path_factory):
    folder = tmp_path_factory.mktemp("gallery")
    script.make(folder)
    return folder


def said(file):
    """Return what a file says: its text, or the words and the size of a picture."""
    if file.suffix != ".png":
        return STAMP.sub("", file.read_text(encoding="utf-8"))
    image = Image.open(file)
    return image.size, image.mode, STAMP.sub("", image.text["Description"])


def test_every_file_says_today_what_is_stored(made):
    stored = {file.name for file in GALLERY.iterdir() if file.is_file()} - KEPT
    assert stored == {file.name for file in made.iterdir()}
    for name in sorted(stored):
        assert said(made / name) == said(GALLERY / name), f"run reports/gallery/make.py: {name}"


def test_the_words_in_a_picture_are_those_of_the_numbers_beside_it(made):
    for file in made.glob("*.csv"):
        pictures = [said(picture)[2] for picture in made.glob(f"{file.stem}*.png")]
        title = file.read_text(encoding="utf-8").split("\n", 1)[0].split(",", 2)[2].strip('"')
        assert pictures
        assert all(text.startswith(title) for text in pictures), file.name


def test_the_page_shows_every_picture_below_the_command_that_made_it(script):
    page = (GALLERY / "README.md").read_text(encoding="utf-8")
    sections = dict(re.findall(r"^## `(.+?)`\n(.*?)(?=^## |\Z)", page, flags=re.MULTILINE | re.DOTALL))
    assert list(sections) == [command for command, _ in script.ENTRIES]
    for command, text in sections.items():
        names = re.findall(r"\(([^()]+\.png)\)", text)
        assert names
        assert all(name.startswith(command.split()[2]) for name in names)


def test_every_sheet_language_view_paper_and_ink_is_in_the_gallery(script):
    from mangonel.locales import locale_names
    from mangonel.sheets import SHEETS
    from mangonel.sheets.asked import VIEWS

    words = {word for command, _ in script.ENTRIES for word in command.split()}
    wanted = {*SHEETS, *locale_names(), *VIEWS, "letter", "landscape", "colour", "--against"}
    assert wanted - words <= {"en", "percent"}  # as by default
