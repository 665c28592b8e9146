"""The page of questions shows what the program answers, and README what it answers first."""

import re
import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
MAKE = runpy.run_path(str(ROOT / "docs" / "make_questions.py"))
TEXT = (ROOT / "docs" / "questions.md").read_text(encoding="utf-8")
ENTRIES = (*MAKE["PLAYERS"], *MAKE["DESIGNERS"])
# They play the largest of these scenarios, some of them several times.
LONG = ("compare ladder-one", "survey", "tactics ladder-one", "simulate ladder-one")


@pytest.mark.parametrize(
    "entry",
    [pytest.param(one, marks=[pytest.mark.slow] if one[1].startswith(LONG) else [], id=one[1]) for one in ENTRIES],
)
def test_an_answer_is_what_the_program_says(entry):
    assert MAKE["entry"](*entry) in TEXT, "write it again: python docs/make_questions.py"


def test_the_page_has_no_other_questions():
    assert re.findall("^### (.*)", TEXT, re.MULTILINE) == [question for question, *_ in ENTRIES]
    assert len(ENTRIES) >= 20


def test_the_readme_begins_with_an_answer_of_the_page():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    (first,) = re.findall(r"^> (.*)", readme.partition("\n## ")[0], re.MULTILINE)
    assert first in TEXT
