"""The gallery: files are made again, and every word and number compared with what is stored."""

import csv
import importlib.util
import io
import re
from pathlib import Path

import pytest
from PIL import Image

import mangonel
from document.reading_pages import Page, faults

GALLERY = Path(mangonel.__file__).resolve().parents[2] / "reports" / "gallery"
pytestmark = pytest.mark.slow
# The stamp changes with every option that any rule set gets, and with every version; the numbers do not.
STAMP = re.compile(r"\[[a-z-]+ [0-9a-f]{12}\]|\b[0-9a-f]{12}\b|\b(?:mangonel|numpy)(?: \d\S*)+")
SOURCES = {"version", "numpy", "digest", "scenario_digest"}
# What the weights of an exact run are held to (docs/decisions/04): its numbers are floats, those of sheets fractions.
CLOSE = 1e-12


SPEC = importlib.util.spec_from_file_location("gallery_make", GALLERY / "make.py")
MAKE = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(MAKE)
COMMANDS = [command for command, _ in MAKE.ENTRIES]
REPORTS = [command for command in COMMANDS if command.split()[1] == "report"]
SAMPLE = {COMMANDS[1], COMMANDS[14], REPORTS[-1]}
"""A release makes all of it."""
WRITTEN = {
    "volley-knights-siege-croisades": ("ending", "73.9"),
    "fire-battery-siege-scenario-fr": ("ending", "7,1"),
    "panic-levy-siege-sweep-es": ("sweep", "50,4"),
    "siege-siege-de-rules-de": ("odds", "82,6"),
}
"""Of each report a section of its numbers, and one of them as it stands in the picture."""


def said(file):
    """Return what a file says: its text, the rows of a report, the words of a page, or those of a picture with its size."""
    if file.suffix == ".html":
        return STAMP.sub(
            "", " ".join(word for element in Page(file.read_bytes()).everything for word in words_of(element))
        )
    if file.suffix != ".png":
        text = file.read_text(encoding="utf-8")
        return report_rows(text) if text.startswith("section,") else STAMP.sub("", text)
    image = Image.open(file)
    return image.size, image.mode, STAMP.sub("", image.text["Description"])


def words_of(element):
    return [] if element.tag == "style" else "".join(element.words).split()


def report_rows(text):
    """Return the rows of the numbers of a report, but for what changes with every version."""
    return [
        [
            pytest.approx(float(cell), rel=CLOSE, abs=CLOSE) if re.fullmatch(r"-?\d+\.\d+(e-?\d+)?", cell) else cell
            for cell in row
        ]
        for row in csv.reader(io.StringIO(text))
        if not (row[0] == "provenance" and row[2] in SOURCES)
    ]


@pytest.mark.parametrize(
    "command", [pytest.param(one, marks=() if one in SAMPLE else pytest.mark.release) for one in COMMANDS]
)
def test_every_file_says_today_what_is_stored(command, tmp_path):
    MAKE.called(command, tmp_path)
    made = [file for file in tmp_path.iterdir() if file.suffix in {".png", ".csv"} or file.name in MAKE.WHOLE]
    pictures = {file.name: said(file)[2] for file in made if file.suffix == ".png"}
    for file in made:
        assert said(file) == said(GALLERY / file.name), f"run reports/gallery/make.py: {file.name}"
        if file.suffix == ".html":
            assert faults(file.read_bytes()) == []
            assert f": {command};" in file.read_text(encoding="utf-8")
        elif file.suffix == ".csv" and file.stem in WRITTEN:
            section, written = WRITTEN[file.stem]
            rows = csv.DictReader(io.StringIO(file.read_text(encoding="utf-8")))
            numbers = [float(row["estimate"]) for row in rows if row["section"] == section and row["estimate"]]
            digits = len(re.split("[.,]", written)[1])
            assert written.replace(",", ".") in {f"{100 * number:.{digits}f}" for number in numbers}
            assert written in pictures[f"{file.stem}-1.png"]
        elif file.suffix == ".csv":
            # The words in a picture are those of the numbers beside it.
            title = file.read_text(encoding="utf-8").split("\n", 1)[0].split(",", 2)[2].strip('"')
            assert all(text.startswith(title) for name, text in pictures.items() if name.startswith(file.stem))


def test_the_page_shows_all_that_is_stored():
    page = (GALLERY / "README.md").read_text(encoding="utf-8")
    stored = {file.name for file in GALLERY.iterdir() if file.is_file()} - {"make.py", "README.md"}
    assert stored == set(re.findall(r"\(([^()]+\.(?:png|csv|html))\)", page))


def test_every_kind_of_report_is_in_the_gallery_and_its_date_is_fixed():
    from mangonel.cli.report import command

    kinds = {option.name: option for option in command.params}["kind"].type.choices
    shown = [words.split() for words in REPORTS]
    assert [next((kind for kind in kinds if kind in words), "comparison") for words in shown] == list(kinds)
    assert all("--date" in words for words in shown)


def test_every_sheet_language_view_paper_and_ink_is_in_the_gallery():
    from mangonel.games.cryhavoc.sheets import CATALOGUE
    from mangonel.paper.wanted import VIEWS
    from mangonel.rules.words import locale_names

    words = {word for command in COMMANDS for word in command.split()}
    wanted = {*CATALOGUE.entries, *locale_names(), *VIEWS, "letter", "landscape", "--against"}
    assert wanted - words <= {"en", "faces"}  # as by default
