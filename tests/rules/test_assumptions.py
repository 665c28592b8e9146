"""Sources, editions, readings and assumptions against the options that there are."""

import re
import runpy

import pytest

from cases import cases
from mangonel.document.wording import with_values
from mangonel.games.scenario import assumptions_in_force, load_scenario
from mangonel.paper.blocks import Paragraph
from mangonel.rules.difference import differences
from mangonel.rules.files import data_root
from mangonel.rules.loading import load_rules, rule_set_names
from mangonel.rules.ruleset import Asked
from mangonel.rules.words import load_locale, locale_names
from rules.words.marking import said_in

CASES = cases(__file__)

SIEGE, FILO = load_rules("siege"), load_rules("filo")
OPTIONS = {**SIEGE.options, **FILO.options}
TEXT = (data_root() / "ASSUMPTIONS.md").read_text(encoding="utf-8")
ROWS = [[cell.strip() for cell in line.strip("|").split("|")] for line in TEXT.splitlines() if line.startswith("| `")]
OVERRIDDEN = [row for row in ROWS if len(row) == 4]


def test_the_page_of_options_has_every_option_with_its_values_and_who_asks():
    page = runpy.run_path(str(data_root().parent / "docs" / "make_options.py"))["page"]()
    sections = dict(re.findall(r"^### (\S+)\n(.*?)(?=^##|\Z)", page, flags=re.MULTILINE | re.DOTALL))
    assert set(sections) == set(OPTIONS)
    for option in OPTIONS.values():
        meaning = FILO.filled(SIEGE.filled(option.choice(option.default).text))
        assert f"| **`{option.default}`** | {meaning} |" in sections[option.id]
        assert sections[option.id].count("\n| ") == len(option.choices) + 1
    assert "Asked by: ladder-assault" in sections["oil-after-fight"]


@pytest.mark.parametrize("name", ["battle-andalus", "waves-kings"])
def test_what_a_sequence_takes_as_given_is_listed_with_a_way_around_it_and_told(name):
    scenario = load_scenario(name)
    page = (data_root().parent / "docs" / "sequences" / f"{scenario.sequence}.md").read_text(encoding="utf-8")
    assert set(CASES["GIVEN"][scenario.sequence]) <= set(scenario.playable.assumed)
    spoken = [
        (said_in(words, with_values, [Paragraph("exact")], scenario), reported(scenario, words), words)
        for words in map(load_locale, locale_names())
    ]
    for given in scenario.playable.assumed:
        (row,) = [row for row in OVERRIDDEN if f"`{given}`" in row[0]]
        assert row[3] != "-", f"{given} has no override, and nothing says why"
        assert f"`{given}`" in page
        for line, report, words in spoken:
            assert f"{words.word('assumed', given)} ({given})" in str(line)
            assert f"{words.word('assumed', given)} ({given})" in str(report)


def reported(scenario, words):
    """Return the assumptions that a report tells."""
    return said_in(words, assumptions_in_force, scenario, load_rules("filo-read"), Asked())


EDITIONS = CASES["EDITIONS"]


def test_all_editions_are_here():
    assert set(rule_set_names("cryhavoc")) == {"siege", *EDITIONS}


@pytest.mark.parametrize("name", EDITIONS)
def test_what_an_edition_changes(name):
    base, expected = EDITIONS[name]
    rules = load_rules(name)
    assert rules.chain[-2:] == (base, name)
    found = {entry.where: [entry.left, entry.right] for entry in differences(load_rules(base), rules)}
    assert found == expected


@pytest.mark.parametrize("name", EDITIONS)
def test_every_change_names_its_source(name):
    base, _ = EDITIONS[name]
    for entry in differences(load_rules(base), load_rules(name)):
        assert entry.kind == "option"
        assert str(entry.source_left)
        assert str(entry.source_right)
        assert entry.source_left != entry.source_right
