"""No word of a report on rule sets, on a sweep or on a survey comes from anywhere but the language file and the rule files."""

import re

import pytest

from document.made_reports import own_rules, rules, rules_report, survey_report, sweep_report
from document.marked import left_over, longer, marked, texts_of
from document.reading_pages import faults
from mangonel.document.html import html_bytes
from mangonel.document.model import csv_bytes
from paper.looking import report_faults

pytestmark = pytest.mark.slow

# The same in every language: programs, ids of rule sets with digests, ids behind a title, engines, commands, paths.
SAME = re.compile(
    r"\b(mangonel report --kind|mangonel|numpy|siege(?:-de|-it)?|croisades|mine|exact|counts|monte-carlo)\b|\(?\b[0-9a-f]{12}\b\)?|\([a-z0-9-]+\)"
)
# What a user's own rule file says.
OWN = {"My rules", "House rules"}
# A title of which only the part before its comma is said.
SHORT = re.compile("⟦Siege and Cry Havoc(?!, common base)")

REPORTS = {
    "own rules": lambda words: rules_report(rules("siege"), own_rules(), words),
    "equal rules": lambda words: rules_report(rules("siege"), rules("siege"), words),
    "sweep": lambda words: sweep_report("siege", words=words),
    "sweep over one": lambda words: sweep_report("siege", "siege-de", words=words, two=False),
    # Why a scenario is left out is a message of the program, which speaks English.
    "survey": lambda words: survey_report(words, refused=False),
    "rules": lambda words: rules_report(rules("siege"), rules("croisades"), words),
    "many options": lambda words: rules_report(rules("siege-de"), rules("siege-it"), words),
    "sweep of two": lambda words: sweep_report("siege", "siege-de", words=words, engine="counts"),
}


@pytest.mark.parametrize("kind", REPORTS)
def test_no_text_comes_from_elsewhere(kind):
    words = marked()
    data = REPORTS[kind](words)
    found = {}
    for place, text in texts_of(data):
        for own in OWN:
            text = text.replace(own, " ")
        text = SHORT.sub(" ", text)
        found |= dict.fromkeys(left_over(SAME.sub(" ", text)), f"{place}: {text}")
    assert found == {}


@pytest.mark.parametrize("kind", ["equal rules", "sweep over one", "own rules", "sweep of two", "survey"])
def test_the_csv_file_is_the_same_in_every_language(kind):
    english, other = (csv_bytes(REPORTS[kind](words).numbers) for words in (None, marked()))
    assert other == english


@pytest.mark.parametrize("kind", ["sweep over one", "own rules", "sweep of two", "survey"])
def test_longer_words_find_room(kind):
    words = longer()
    data = REPORTS[kind](words)
    assert report_faults(data) == []
    assert faults(html_bytes(data), "longer") == []
