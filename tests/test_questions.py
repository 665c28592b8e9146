"""Pages show what the program answers, README what it answers first; those for contributors name what is there."""

import re
import runpy
import shlex
from pathlib import Path
from textwrap import dedent

import pytest

import mangonel
from mangonel.cli.main import main

ROOT = Path(__file__).resolve().parents[1]
MAKE = runpy.run_path(str(ROOT / "docs" / "make_questions.py"))
TEXT = (ROOT / "docs" / "questions.md").read_text(encoding="utf-8")
ENTRIES = (*MAKE["PLAYERS"], *MAKE["DESIGNERS"])
# They play the largest of these scenarios, some of them several times.
LONG = ("compare ladder-one", "survey", "tactics ladder-one", "simulate ladder-one", "sweep ram-gate")


def paced(command):
    return [pytest.mark.slow] * command.startswith(LONG) + [pytest.mark.release] * command.startswith("survey")


@pytest.mark.parametrize("entry", [pytest.param(one, marks=paced(one[1]), id=one[1]) for one in ENTRIES])
def test_an_answer_is_what_the_program_says(entry):
    assert MAKE["entry"](*entry) in TEXT, "write it again: python docs/make_questions.py"


def test_the_page_has_no_other_questions():
    assert re.findall("^### (.*)", TEXT, re.MULTILINE) == [question for question, *_ in ENTRIES]
    assert len(ENTRIES) >= 20


README = (ROOT / "README.md").read_text(encoding="utf-8")
CLUB = dedent(re.search(r"^    schema = 1\n(?:    .*\n|\n)*", README, re.MULTILINE)[0])
SHOWN = re.findall(r"^    mangonel (.+)\n\n> (.+)", README.partition("\n## Five questions")[2], re.MULTILINE)


def test_the_readme_begins_with_an_answer_of_the_page():
    (first,) = re.findall(r"^> (.*)", README.partition("\n## ")[0], re.MULTILINE)
    assert first in TEXT


def test_the_readme_asks_ten_questions():
    assert len(SHOWN) == 10


@pytest.mark.slow
@pytest.mark.parametrize(("command", "answer"), SHOWN)
def test_an_answer_of_the_readme_is_what_the_program_says(capsys, tmp_path, monkeypatch, command, answer):
    # What the page answers is held above.
    _, asked, page = TEXT.partition(f"\n    mangonel {command}\n")
    if not asked:
        (tmp_path / "club.toml").write_text(CLUB, encoding="utf-8")
        monkeypatch.chdir(tmp_path)
        assert main(shlex.split(command)) == 0
    said = (page.partition("\n### ")[0] if asked else capsys.readouterr().out).split()
    # Sentences are quoted in full or up to a semicolon; of tables, names and numbers.
    assert [
        word
        for word in re.split(r"[\s;,]+", answer)
        if re.search(r"\d", word) and word not in said and f"{word}," not in said
    ] == []


PACKAGE = Path(mangonel.__file__).parent
PAGES = [ROOT / "CONTRIBUTING.md", ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
PLACE = re.compile(r"`((?:[\w.-]+/)+[\w.-]*|[\w-]+\.(?:py|md|toml))`")
# What is made, or stands in a wheel only.
MADE = (".venv", "reports/ladder-one-siege-croisades.html", "mangonel/data/schemas")


def named(page):
    found = PLACE.findall(page.read_text(encoding="utf-8"))
    # A value such as 5/9 has no letter.
    return [place for place in found if "/" in place and re.search("[a-z]", place) and not place.startswith(MADE)]


def there(place, page):
    where = (ROOT, PACKAGE, page.parent, PACKAGE / "games" / "cryhavoc", ROOT / "data" / "locales", ROOT / "tests")
    # A decision may be named by its number.
    return any((folder / place).exists() for folder in where) or any(ROOT.glob(f"{place}-*.md"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_place_that_a_page_names_is_there(page):
    assert [place for place in named(page) if not there(place, page)] == []


def test_places_are_found_on_pages():
    assert sum(len(named(page)) for page in PAGES) > 60
    assert not there("engine/no_such_module.py", PAGES[0])
