"""What the sources of options may say: of the English rules only the part from 1.2 to 1.94 is at hand."""

import re

import pytest

from mangonel.rules.loading import load_rules, rule_set_names
from rules.shipped import TABLES

SIEGE = load_rules("siege")
SOURCES = {f"{name}={one.value}": one.source for name, option in SIEGE.options.items() for one in option.choices}
SOURCES |= {name: str(table.source) for name, table in TABLES.items()}
NOT_COVERED = "the part of the English rules at hand does not cover it"
# What stands in sections 2 to 6, none of them at hand.
ELSEWHERE = (
    "scrub-crossing-cover=none",
    "mounted-two-hexes=first",
    "shooter-aptitude=none",
    "panic-rule=none",
    "horse-defence=none",
    "moat-retreat-fall=unharmed",
)


def english_parts(text):
    return [part for part in text.split(";") if "English" in part and "English Siege" not in part]


@pytest.mark.parametrize("where", [where for where, text in SOURCES.items() if english_parts(text)])
def test_the_english_rules_are_cited_by_a_section_at_hand_or_not_at_all(where):
    for part in english_parts(SOURCES[where]):
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
    assert SOURCES[where].endswith(NOT_COVERED)


def test_silence_is_claimed_of_no_english_section_that_is_not_at_hand():
    found = {where for where, text in SOURCES.items() if NOT_COVERED in text}
    assert found == set(ELSEWHERE)


@pytest.mark.parametrize("name", rule_set_names())
def test_sources_name_the_play_sheet_in_full(name):
    rules = load_rules(name)
    for option in rules.options.values():
        for one in option.choices:
            assert "play sheet" not in one.source.replace("Spanish play sheet", ""), (option.id, one.source)
