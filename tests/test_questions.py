"""The page of questions shows what the program answers, and README what it answers first."""

import re
import runpy
import shlex
from pathlib import Path
from textwrap import dedent

import pytest

from mangonel.cli.main import main

ROOT = Path(__file__).resolve().parents[1]
MAKE = runpy.run_path(str(ROOT / "docs" / "make_questions.py"))
TEXT = (ROOT / "docs" / "questions.md").read_text(encoding="utf-8")
ENTRIES = (*MAKE["PLAYERS"], *MAKE["DESIGNERS"])
# They play the largest of these scenarios, some of them several times.
LONG = ("compare ladder-one", "survey", "tactics ladder-one", "simulate ladder-one", "sweep ram-gate")


@pytest.mark.parametrize(
    "entry",
    [pytest.param(one, marks=[pytest.mark.slow] if one[1].startswith(LONG) else [], id=one[1]) for one in ENTRIES],
)
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
