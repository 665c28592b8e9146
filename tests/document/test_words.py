"""No word of a report comes from anywhere but the language file and the reader's own files."""

import re
from dataclasses import replace
from functools import lru_cache

import pytest

from cases import cases
from document.made_reports import own_rules, rules, rules_report, survey_report, sweep_report
from document.made_study import LONG, TEXT, exact_against_sampled, report_on
from document.marked import LEFT, RIGHT, bracketed, left_over, longer, marked, texts_of
from document.reading_pages import faults
from mangonel import compare, load_rules, load_scenario, run
from mangonel.document.html import html_bytes
from mangonel.document.model import ReportData, ReportText, csv_bytes
from mangonel.engine.notes import Note
from mangonel.games.scenario import build
from mangonel.rules.difference import Cited, differences
from mangonel.rules.words.phrase_book import cited
from mangonel.studies.attribute import Attribution, Effect, LeftOut
from mangonel.studies.shown import Simulation
from pace import slow_after
from paper.looking import report_faults
from rules.words.marking import said_in

CASES = cases(__file__)

# What the reader or the command line hands over; it is in the language already.
GIVEN = ReportText(
    title=bracketed("Title"),
    question=bracketed("Question?"),
    scenario=((bracketed("men"), "7"),),
    policies=((bracketed("policy"), bracketed("yes")),),
    assumptions=((bracketed("assumption"), bracketed("yes")),),
    command=bracketed("mangonel report"),
    date="2026-11-21",
)
# The same in every language: programs, ids of rule sets with digests, ids behind a title, engines, commands, paths, and
# what the rule file of a user says.
SAME = re.compile(
    r"\b(mangonel report --kind|mangonel|numpy|siege(?:-de|-it)?|croisades|mine|exact|counts|monte-carlo|My rules|House rules)\b"
    r"|\(?\b[0-9a-f]{12}\b\)?|\([a-z0-9-]+\)"
)
SHORTENED = re.compile(f"{LEFT}Siege and Cry Havoc(?!, common base)")
"""A rule set goes by its title up to the comma, which leaves its bracket behind."""
SCENARIOS = ("ladder-one", "healing-six", "ram-gate", "fire-camp", "volley-knights")


@lru_cache
def studied(name, engine):
    """Return a comparison, and a run under one rule set: they have no language."""
    scenario = load_scenario(name)
    left, right = rules("siege"), rules("croisades")
    chosen = {"engine": engine, "trials": 60, "seed": 3}
    found = compare(scenario, left, right, **chosen)
    return found, run(build(scenario, right), **chosen)


def of_scenario(name, engine="monte-carlo") -> list[ReportData]:
    """Return both reports on a scenario, with all that they can hold."""
    (found, alone), right = studied(name, engine), rules("croisades")
    differ = differences(rules("siege"), right)
    known = {"differences": differ}
    effects = (Effect(differ[0], found, found),)
    gone = (LeftOut(differ[0], bracketed("a message")),)
    return [
        report_on(Attribution(found, effects, gone, differ[:1]), GIVEN, **known),
        report_on(Simulation(alone, rules=right), GIVEN, **known),
    ]


def strange(data: ReportData) -> dict[str, str]:
    """Return the words of a report that the language file does not say, with the place of each."""
    found = {}
    for place, text in texts_of(data):
        whole = SAME.sub(" ", SHORTENED.sub(" ", text))
        found |= dict.fromkeys(left_over(whole), f"{place}: {text}")
    return found


REPORTS = {
    "own rules": lambda: rules_report(rules("siege"), own_rules()),
    "equal rules": lambda: rules_report(rules("siege"), rules("siege")),
    "sweep over one": lambda: sweep_report("siege", "siege-de", two=False),
    # Why a scenario is left out is a message of the program, which speaks English.
    "survey": lambda: survey_report(refused=False),
    "sweep of two": lambda: sweep_report("siege", "siege-de", engine="counts"),
    "many options": lambda: rules_report(rules("siege-de"), rules("siege-it")),
    "sweep": lambda: sweep_report("siege"),
    "rules": lambda: rules_report(rules("siege"), rules("croisades")),
}


@pytest.mark.parametrize("kind", slow_after(0, REPORTS, 4))
def test_no_text_of_rules_sweeps_and_surveys_comes_from_elsewhere(kind):
    assert strange(said_in(marked(), REPORTS[kind])) == {}


@pytest.mark.parametrize("name", slow_after(0, SCENARIOS, 1))
def test_no_text_of_a_report_comes_from_elsewhere(name):
    words = marked()
    for data in said_in(words, of_scenario, name):
        assert data.words is words
        assert strange(data) == {}


@pytest.mark.parametrize("name", slow_after(0, CASES["OF_EACH_SEQUENCE"], 4))
def test_every_sequence_is_told_in_the_words_of_the_language(name):
    sequence = build(load_scenario(name), rules("siege"))
    data = said_in(marked(), report_on, run(sequence, engine="monte-carlo", trials=20, seed=1), GIVEN)
    assert strange(data) == {}


@pytest.mark.slow
def test_an_exact_report_has_no_text_from_elsewhere_and_numbers_as_the_language_writes_them():
    for data in said_in(marked(), of_scenario, "ladder-one", engine="exact"):
        assert strange(data) == {}
        texts = list(texts_of(data))
        for place, text in texts:
            if place not in ("provenance", "rules"):
                assert not re.search(r"\d\.\d", text), (place, text)
        assert any(re.search(r"\d,\d", text) for _, text in texts)


def test_the_csv_file_is_the_same_in_every_language():
    english = [csv_bytes(data.numbers) for data in of_scenario("healing-six")]
    assert [csv_bytes(data.numbers) for data in said_in(marked(), of_scenario, "healing-six")] == english


MOST = ("sweep over one", "own rules", "sweep of two", "survey")


@pytest.mark.parametrize("kind", slow_after(0, MOST, 2))
def test_the_csv_file_of_rules_sweeps_and_surveys_is_the_same_in_every_language(kind):
    english, other = (csv_bytes(said_in(language, REPORTS[kind]).numbers) for language in ("en", marked()))
    assert other == english


@pytest.mark.parametrize("precision", [0.5, 1e-9])
def test_what_an_engine_notes_is_said_in_the_language(precision):
    how = {"engine": "monte-carlo", "trials": 50, "precision": precision}
    source = run(build(load_scenario("panic-one"), rules("siege")), seed=2, **how).provenance
    assert source.notes
    assert "; ".join(note.said() for note in source.notes) == source.note
    assert [left_over(said_in(marked(), note.said)) for note in source.notes] == [[] for _ in source.notes]


@pytest.mark.parametrize(
    ("key", "values", "unit", "number", "english"), CASES["test_notes_of_runs_that_were_cut_short"]
)
def test_notes_of_runs_that_were_cut_short_are_said_too(key, values, unit, number, english):
    note = Note(key, tuple(values.items()), unit, number or None)
    assert str(note) == english
    assert left_over(said_in(marked(), note.said)) == []


def test_sources_are_said_in_the_language():
    assert said_in("fr", cited, Cited(rules="mine")) == "jeu de règles mine"
    printed = load_rules("siege").tables["melee-foot"].source
    said = said_in(marked(), cited, Cited(table=printed))
    assert left_over(said.replace(f"({printed.language})", "")) == []


def test_what_nobody_knows_is_shown_as_it_is():
    said = said_in(marked(), cited, Cited("my own rules; page 3"))
    assert said.replace(LEFT, "").replace(RIGHT, "") == "my own rules; page 3"
    assert LONG in " ".join(text for _, text in texts_of(report_on(exact_against_sampled(), replace(TEXT, title=LONG))))


@pytest.mark.parametrize(("name", "paper"), slow_after(0, [("fire-camp", "letter"), ("ladder-one", "a4")], 1))
def test_longer_words_find_room_on_paper(name, paper):
    for data in said_in(longer(), of_scenario, name):
        assert report_faults(data, paper) == []


@pytest.mark.parametrize("kind", slow_after(0, MOST, 2))
def test_longer_words_of_rules_sweeps_and_surveys_find_room(kind):
    data = said_in(longer(), REPORTS[kind])
    assert report_faults(data) == []
    assert faults(html_bytes(data), "longer") == []
