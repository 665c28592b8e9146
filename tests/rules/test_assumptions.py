"""Sources, editions, readings and assumptions against the options that there are."""

import re
import runpy

import pytest

from cases import cases
from mangonel.document.wording import values_of
from mangonel.games.scenario import assumptions_in_force, load_scenario
from mangonel.rules.difference import differences
from mangonel.rules.files import data_root
from mangonel.rules.loading import load_rules, rule_set_names
from mangonel.rules.ruleset import Asked
from mangonel.rules.words import load_locale, locale_names
from rules.shipped import TABLES

CASES = cases(__file__)

SIEGE, FILO = load_rules("siege"), load_rules("filo")
OPTIONS = {**SIEGE.options, **FILO.options}
ALL_TABLES = {**TABLES, **FILO.tables}
TEXT = (data_root() / "ASSUMPTIONS.md").read_text(encoding="utf-8")
ROWS = [[cell.strip() for cell in line.strip("|").split("|")] for line in TEXT.splitlines() if line.startswith("| `")]
GIVEN = CASES["GIVEN"]
OVERRIDDEN = [row for row in ROWS if len(row) == 4]


def test_the_page_of_options_has_every_option_with_its_values_and_who_asks():
    page = runpy.run_path(str(data_root().parent / "docs" / "make_options.py"))["page"]()
    sections = dict(re.findall(r"^### (\S+)\n(.*?)(?=^##|\Z)", page, flags=re.MULTILINE | re.DOTALL))
    assert set(sections) == set(OPTIONS)
    for option in OPTIONS.values():
        assert f"| **`{option.default}`** | {option.choice(option.default).text} |" in sections[option.id]
        assert sections[option.id].count("\n| ") == len(option.choices) + 1
    assert "Asked by: ladder-assault" in sections["oil-after-fight"]


def test_every_override_names_an_option_or_a_table_that_is_there():
    for row in OVERRIDDEN:
        for part in re.split(r", (?=option|cell|policy|scenario|argument)", row[3]):
            known = OPTIONS if part.startswith("option") else ALL_TABLES if part.startswith("cell") else None
            if known is None:
                continue
            # A cell is a table, or a table with one of its rows and columns.
            names = re.findall(r"`([^`]+)`", part)
            assert names or part == "options", row
            assert [name for name in names if name not in known and not is_label(part, name)] == [], row


def is_label(part, name):
    """Tell whether a name is that of a row or column of a table named beside it, or a pattern of tables."""
    if not part.startswith("cell"):
        return False
    tables = [ALL_TABLES[other] for other in re.findall(r"`([^`]+)`", part) if other in ALL_TABLES]
    return name.endswith("...") or any(name in (*table.rows, *table.columns) for table in tables)


@pytest.mark.parametrize("name", ["battle-andalus", "waves-kings"])
def test_what_a_sequence_takes_as_given_is_listed_with_a_way_around_it_and_told(name):
    scenario = load_scenario(name)
    page = (data_root().parent / "docs" / "sequences" / f"{scenario.sequence}.md").read_text(encoding="utf-8")
    assert set(GIVEN[scenario.sequence]) <= set(scenario.playable.assumed)
    spoken = [
        (values_of(scenario, words), reported(scenario, words), words) for words in map(load_locale, locale_names())
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
    return assumptions_in_force(scenario, load_rules("filo-read"), Asked(), words)


def test_no_reading_has_two_rows_of_its_own():
    ids = [name for row in OVERRIDDEN for name in re.findall(r"`([^`]+)`", row[0])]
    assert sorted({name for name in ids if ids.count(name) > 1}) == []


SIEGE = load_rules("siege")
CITED = {f"{name}={one.value}": one.source for name, option in SIEGE.options.items() for one in option.choices}
CITED |= {name: str(table.source) for name, table in TABLES.items()}
NOT_COVERED = "the part of the English rules at hand does not cover it"
# What stands in sections 2 to 6, none of them at hand.
ELSEWHERE = CASES["ELSEWHERE"]


def english_parts(text):
    return [part for part in text.split(";") if "English" in part and "English Siege" not in part]


@pytest.mark.parametrize("where", [where for where, text in CITED.items() if english_parts(text)])
def test_the_english_rules_are_cited_by_a_section_at_hand_or_not_at_all(where):
    for part in english_parts(CITED[where]):
        if NOT_COVERED in part:
            continue
        # 2.69 is a section of Croisades; 6.21 is an optional rule that the text at hand names.
        sections = re.findall(r"(?<![0-9.])([1-9])\.([0-9]+)", part.replace("Croisades 2.69", "").replace("6.21", ""))
        if "retranslation" in part and not sections:
            continue
        assert sections, part
        assert all(head == "1" and tail[0] in "23456789" for head, tail in sections), part


@pytest.mark.parametrize("where", ELSEWHERE)
def test_what_the_english_part_does_not_cover_is_not_taken_for_silence(where):
    assert CITED[where].endswith(NOT_COVERED)


def test_silence_is_claimed_of_no_english_section_that_is_not_at_hand():
    found = {where for where, text in CITED.items() if NOT_COVERED in text}
    assert found == set(ELSEWHERE)


@pytest.mark.parametrize("name", rule_set_names())
def test_sources_name_the_play_sheet_in_full(name):
    rules = load_rules(name)
    for option in rules.options.values():
        for one in option.choices:
            assert "play sheet" not in one.source.replace("Spanish play sheet", ""), (option.id, one.source)


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


LANGUAGES = {"siege-en": ("English", "Spanish play sheet, note 1"), "siege-it": ("Italian",), "siege-de": ("German",)}


@pytest.mark.parametrize("name", LANGUAGES)
def test_the_source_is_the_one_the_edition_is_named_for(name):
    _, expected = EDITIONS[name]
    rules = load_rules(name)
    for option in expected:
        source = rules.options[option].choice(rules.choice(option)).source
        assert any(word in source for word in LANGUAGES[name]), (option, source)
