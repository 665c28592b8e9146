"""``mangonel charts``: what it writes, what it refuses, and that it writes all or nothing."""

import csv
import io
import re

import numpy as np
import pytest
from PIL import Image
from pypdf import PdfReader

from cases import cases
from mangonel.cli.main import main
from mangonel.games.batch import Style, documents, write_out
from mangonel.games.system import systems
from mangonel.rules.loading import rule_set_names
from mangonel.rules.words import locale_names
from paper.asking import OWN

CASES = cases(__file__)


@pytest.fixture
def written(capsys):
    """Run the command and return the files that it lists."""

    def run_it(*words):
        assert main(["charts", *map(str, words)]) == 0
        return capsys.readouterr().out

    return run_it


@pytest.fixture
def refused(refused):
    """Run the command, see that it refuses, and return its message."""
    return lambda *words: refused("charts", *words)


def test_it_writes_what_is_asked_for_and_lists_it(written, tmp_path):
    out = tmp_path / "new" / "folder"
    said = written("panic", "healing", "--lang", "fr", "--format", "pdf", "--format", "csv", "--out", out)
    names = [f"{name}-siege-fr-faces-a4-portrait.{kind}" for name in ("panic", "healing") for kind in ("pdf", "csv")]
    assert sorted(said.splitlines()) == sorted(str(out / name) for name in names)
    assert sorted(file.name for file in out.iterdir()) == sorted(names)
    reader = PdfReader(out / names[0])
    assert reader.metadata.title == "Panique et débandade après une mort"


def test_names_say_rules_language_view_paper_and_ink(written, tmp_path):
    written("panic", "--against", "croisades", "--view", "tenths", "--paper", "letter", "--orientation", "landscape",
        "--ink", "colour", "--format", "png", "--dpi", 72, "--out", tmp_path)  # fmt: skip
    assert [file.name for file in tmp_path.iterdir()] == ["panic-siege-croisades-en-tenths-letter-landscape.png"]


def test_pictures_are_in_colour_unless_they_are_to_be_grey(written, tmp_path):
    for words, name in (
        ((), "panic-siege-en-faces-a4-portrait"),
        (("--ink", "grey"), "panic-siege-en-faces-a4-portrait-grey"),
    ):
        written("panic", "--format", "png", "--format", "svg", "--dpi", 72, *words, "--out", tmp_path)
        with Image.open(tmp_path / f"{name}.png") as page:
            pixels = np.asarray(page.convert("RGB"))
        assert (pixels.max(axis=2) == pixels.min(axis=2)).all() == bool(words)
    # What is printed stays grey.
    colours = set(
        re.findall(rb'fill="#([0-9a-f]{6})', (tmp_path / "panic-siege-en-faces-a4-portrait.svg").read_bytes())
    )
    assert all(colour[:2] == colour[2:4] == colour[4:] for colour in colours)


def test_several_rule_sets_languages_and_views(written, tmp_path):
    said = written("panic", "terrain", "--rules", "siege", "--rules", "vikings", "--lang", "de", "--lang", "it", "--format", "csv",
               "--view", "percent", "--view", "tenths", "--out", tmp_path)  # fmt: skip
    # The sheet on terrain has one view and is written once.
    assert len(said.splitlines()) == 2 * 2 * 3
    assert {file.name for file in tmp_path.iterdir()} == {"de", "it"}
    assert (tmp_path / "it" / "terrain-vikings-it-table-a4-portrait.csv").is_file()


@pytest.mark.slow
def test_no_view_takes_the_place_of_another(written, tmp_path):
    """In a player aid, in what changes, and in a document of several sheets."""
    for words in ((), ("--against", "croisades"), ("panic", "fire", "--together")):
        out = tmp_path / "-".join(("o", *words))
        for views in ((), ("--view", "percent"), ("--view", "tenths", "--view", "percent")):
            written(*words, *views, "--format", "csv", "--out", out)
        names = {file.stem.removesuffix("-a4-portrait").partition("-en")[2] for file in out.iterdir()}
        assert names == {"", "-percent", "-tenths-percent" if words[:1] == ("panic",) else "-tenths"}
        assert len({file.read_bytes() for file in out.iterdir()}) == 3


def test_a_sheet_that_is_replaced_by_another_is_named(capsys, tmp_path):
    words = ["charts", "panic", "--format", "csv", "--out", str(tmp_path)]
    said = []
    for more in ([], [], ["--date", "1191"]):
        assert main([*words, *more]) == 0
        said.append(capsys.readouterr().err)
    (file,) = tmp_path.iterdir()
    assert said == ["", "", f"mangonel: replaced {file}: its content was different\n"]


def test_all_sheets_together_are_one_document(written, tmp_path):
    written("melee", "ladders", "--together", "--format", "pdf", "--out", tmp_path)
    (file,) = tmp_path.iterdir()
    reader = PdfReader(file)
    assert file.name == "sheets-siege-en-a4-portrait.pdf"
    assert len(reader.pages) == 3
    assert "page 3 of 3" in reader.pages[-1].extract_text()
    assert reader.metadata.title == "Odds sheets: Siege and Cry Havoc, common base"
    assert reader.root_object["/Lang"] == "en"
    assert [reader.get_destination_page_number(one) for one in reader.outline] == [0, 1, 2]


def test_a_rule_file_and_a_language_of_ones_own(written, tmp_path):
    rules, language = tmp_path / "club.toml", tmp_path / "words.toml"
    rules.write_text(OWN, encoding="utf-8")
    language.write_text(
        'schema = 1\nlanguage = "club"\nname = "Club"\nbase = "en"\n[words.weapons]\n'
        'great_sling_of_the_islands = "Balearic sling"\n',
        encoding="utf-8",
    )
    written(
        "missile-foot",
        "--rules",
        rules,
        "--lang",
        language,
        "--format",
        "csv",
        "--date",
        "1191",
        "--out",
        tmp_path / "o",
    )
    text = (tmp_path / "o" / "missile-foot-club-club-faces-a4-portrait.csv").read_text(encoding="utf-8")
    rows = list(csv.reader(io.StringIO(text)))
    assert any(row[1] == "Balearic sling" for row in rows if len(row) > 5)
    assert rows[-1][1].endswith("1191")


def test_nothing_is_replaced_unless_forced(written, refused, tmp_path):
    words = ("panic", "healing", "--format", "csv", "--out", tmp_path)
    written("panic", "--format", "csv", "--out", tmp_path)
    (file,) = tmp_path.iterdir()
    file.write_text("mine", encoding="utf-8")
    assert "is there already, and is no file of mangonel (use --force to replace it)" in refused(*words)
    assert [one.name for one in tmp_path.iterdir()] == [file.name]
    assert file.read_text(encoding="utf-8") == "mine"
    written(*words, "--force")
    assert len(list(tmp_path.iterdir())) == 2
    assert "mine" not in file.read_text(encoding="utf-8")


def test_all_files_are_written_or_none(refused, tmp_path, write):
    # The second file cannot be written: a folder stands in its place.
    (tmp_path / "healing-siege-en-faces-a4-portrait.csv").mkdir()
    message = refused("panic", "healing", "--format", "csv", "--force", "--out", tmp_path)
    assert "there is something else of this name" in message
    assert [one.name for one in tmp_path.iterdir()] == ["healing-siege-en-faces-a4-portrait.csv"]
    file = write("file", "")
    assert "Not a directory" in refused("panic", "--format", "csv", "--out", file / "below")


@pytest.mark.parametrize(("words", "parts"), CASES["test_mistakes_cost_nothing"])
def test_mistakes_cost_nothing(refused, tmp_path, words, parts):
    message = refused(*words, "--out", tmp_path / "o")
    assert all(part in message for part in parts), message
    assert not (tmp_path / "o").exists()


@pytest.mark.parametrize(("text", "parts"), CASES["test_a_broken_language_file_costs_nothing"])
def test_a_broken_language_file_costs_nothing(refused, tmp_path, write, text, parts):
    file = write("qq.toml", text)
    message = refused("panic", "--lang", file, "--out", tmp_path / "o")
    assert all(part in message for part in parts), message
    assert not (tmp_path / "o").exists()


def test_two_documents_of_the_same_name_are_refused(refused, tmp_path, write):
    file = write("mine.toml", 'schema = 1\nid = "mine"\ntitle = "Mine"\nbase = "siege"\n')
    other = write("other.toml", 'schema = 1\nid = "mine"\ntitle = "Other"\nbase = "vikings"\n')
    message = refused("panic", "--rules", file, "--rules", other, "--out", tmp_path)
    assert "two of the sheets would be written to the same file: 'panic-mine-en-faces-a4-portrait'" in message


def test_all_is_every_rule_set_in_every_language(written, tmp_path, monkeypatch):
    drawn = []

    def pretend(document):
        drawn.append(document)
        return {f"{document.name}.pdf": b"%PDF"}

    monkeypatch.setattr("mangonel.games.batch.write_out", pretend)
    sheets = {system.id: len(system.sheets().entries) for system in systems()}
    for words, each in (("--all",), dict.fromkeys(sheets, 1)), (("sheets", "--all"), sheets):
        drawn.clear()
        out = tmp_path / words[0]
        said = written(*words, "--out", out)
        expected = sum(len(rule_set_names(name)) * count for name, count in each.items())
        assert len(said.splitlines()) == len(drawn) == expected * len(locale_names())
        assert {file.name for file in out.iterdir()} == set(locale_names())
        assert len(list((out / "fr").iterdir())) == expected


def test_documents_can_be_handed_to_other_processes():
    import pickle

    (document,) = documents([("siege",)], ["de"], ["panic"], ["percent"], Style(("csv",)))
    again = pickle.loads(pickle.dumps(document))
    assert again == document
    assert list(write_out(again)) == ["panic-siege-de-percent-a4-portrait.csv"]
