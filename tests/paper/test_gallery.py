"""The gallery: every file is made again, and every word and number compared with what is stored."""

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
KEPT = {"make.py"}
# All of it is made once, which takes a while.
pytestmark = pytest.mark.slow
# The stamp changes with every option that any rule set gets, and with every version; the numbers do not.
STAMP = re.compile(r"\[[a-z-]+ [0-9a-f]{12}\]|\b[0-9a-f]{12}\b|\b(?:mangonel|numpy)(?: \d\S*)+")
SOURCES = {"version", "numpy", "digest", "scenario_digest"}
# What the weights of an exact run are held to (docs/decisions/04): its numbers are floats, those of sheets fractions.
CLOSE = 1e-12


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


def reports(script):
    return [command for command, _ in script.ENTRIES if command.split()[1] == "report"]


def test_every_file_says_today_what_is_stored(made):
    stored = {file.name for file in GALLERY.iterdir() if file.is_file()} - KEPT
    assert stored == {file.name for file in made.iterdir()}
    for name in sorted(stored):
        assert said(made / name) == said(GALLERY / name), f"run reports/gallery/make.py: {name}"


def test_the_words_in_a_picture_are_those_of_the_numbers_beside_it(made):
    sheets = [file for file in made.glob("*.csv") if file.read_text(encoding="utf-8").startswith("sheet,")]
    assert sheets
    for file in sheets:
        pictures = [said(picture)[2] for picture in made.glob(f"{file.stem}*.png")]
        title = file.read_text(encoding="utf-8").split("\n", 1)[0].split(",", 2)[2].strip('"')
        assert pictures
        assert all(text.startswith(title) for text in pictures), file.name


def test_the_words_in_the_picture_of_a_report_are_those_of_its_numbers(made):
    for name, section, written in (
        ("volley-knights-siege-croisades", "ending", "73.9"),
        ("fire-battery-siege-scenario-fr", "ending", "7,1"),
        ("panic-levy-siege-sweep-es", "sweep", "50,4"),
        ("siege-siege-de-rules-de", "odds", "82,6"),
    ):
        rows = list(csv.DictReader(io.StringIO((made / f"{name}.csv").read_text(encoding="utf-8"))))
        numbers = [float(row["estimate"]) for row in rows if row["section"] == section and row["estimate"]]
        digits = len(re.split("[.,]", written)[1])
        assert written.replace(",", ".") in {f"{100 * number:.{digits}f}" for number in numbers}
        assert written in said(made / f"{name}-1.png")[2], name


def test_a_report_says_the_command_that_stands_above_it_and_can_be_read_by_everybody(script, made):
    (name,) = script.WHOLE
    content = (made / name).read_bytes()
    assert faults(content) == []
    assert any(f": {command};" in content.decode() for command in reports(script))


def test_the_page_shows_every_picture_below_the_command_that_made_it(script):
    page = (GALLERY / "README.md").read_text(encoding="utf-8")
    sections = dict(re.findall(r"^## `(.+?)`\n(.*?)(?=^## |\Z)", page, flags=re.MULTILINE | re.DOTALL))
    assert list(sections) == [command for command, _ in script.ENTRIES]
    for command, text in sections.items():
        names = re.findall(r"\(([^()]+\.png)\)", text)
        assert names
        kind, *words = command.split()[1:]
        if kind == "charts":
            subject = words[0] if words and not words[0].startswith("-") else ("aid", "changes")
            assert all(name.startswith(subject) for name in names)
        else:
            assert 1 <= len(names) == len(set(names)) <= script.PAGES
            assert all((GALLERY / f"{name.rpartition('-')[0]}.csv").exists() for name in names)
            assert f"{names[0].rpartition('-')[0]}.csv" in text


def test_every_kind_of_report_is_in_the_gallery_and_its_date_is_fixed(script):
    from mangonel.cli.report import command

    kinds = {option.name: option for option in command.params}["kind"].type.choices
    shown = [words.split() for words in reports(script)]
    assert [next((kind for kind in kinds if kind in words), "comparison") for words in shown] == list(kinds)
    assert all("--date" in words for words in shown)


def test_every_sheet_language_view_paper_and_ink_is_in_the_gallery(script):
    from mangonel.games.cryhavoc.sheets import CATALOGUE
    from mangonel.paper.wanted import VIEWS
    from mangonel.rules.words import locale_names

    words = {word for command, _ in script.ENTRIES for word in command.split()}
    wanted = {*CATALOGUE.entries, *locale_names(), *VIEWS, "letter", "landscape", "--against"}
    assert wanted - words <= {"en", "faces"}  # as by default
