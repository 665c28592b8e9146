"""Differences, and how they are put together as the maker of an overlay meant them."""

import pytest

from cases import text_of
from mangonel.rules.change import CellChange
from mangonel.rules.difference import differences, grouped
from mangonel.rules.loading import load_rules
from mangonel.rules.switching import switched, switches

CLUB = text_of(__file__, "grouping_club.toml")

GUEST = text_of(__file__, "grouping_guest.toml")

SIEGE = load_rules("siege")


@pytest.fixture(scope="module")
def club(tmp_path_factory):
    file = tmp_path_factory.mktemp("rules") / "club.toml"
    file.write_text(CLUB.replace("{cover}", SIEGE.tables["missile-foot"].columns[0]), encoding="utf-8")
    file.with_name("guest.toml").write_text(GUEST, encoding="utf-8")
    return file


def told(left, right, by):
    return {one.where: one for one in grouped(switches(left, right), left, right, by=by)}


def test_a_block_is_one_difference_and_so_is_a_name_over_several(club):
    found = told(SIEGE, load_rules(club), "block")
    assert set(found) == {"melee-foot.*.1-1", "bows", "battering.4.9", "ram-rate", "fire-arrow-to-hit"}
    column = found["melee-foot.*.1-1"]
    assert (column.kind, column.reason) == ("changes", "less of a gamble")
    assert {part.where.rpartition(".")[2] for part in column.parts} == {"1-1"}
    assert (found["bows"].reason, len(found["bows"].parts)) == ("stronger bows", 2)
    assert (found["battering.4.9"].kind, found["battering.4.9"].parts) == ("cell", ())


def test_the_way_back_is_grouped_alike(club):
    there, back = (told(*pair, "block") for pair in ((SIEGE, load_rules(club)), (load_rules(club), SIEGE)))
    assert set(there) == set(back)


def test_a_file_is_one_difference(club):
    found = told(SIEGE, load_rules(club.with_name("guest.toml")), "file")
    assert set(found) == {"club", "guest"}
    # The last word on a cell is that of the guests.
    assert {part.where for part in found["guest"].parts} == {"battering.4.9", "battering.5.9"}


def test_every_cell_by_itself(club):
    rules = load_rules(club)
    assert tuple(told(SIEGE, rules, "cell").values()) == switches(SIEGE, rules)


@pytest.mark.parametrize("by", ["block", "file", "cell"])
def test_all_groups_one_after_the_other_are_the_whole_way(club, by):
    right = load_rules(club.with_name("guest.toml"))
    rules = SIEGE
    for one in told(SIEGE, right, by).values():
        rules = switched(rules, one, right)
    assert rules.digest == right.digest


def test_what_python_changes_is_one_each():
    right = SIEGE.replaced(options={"ram-rate": "every-second-turn", "fire-arrow-to-hit": "six-in-ten"})
    assert set(told(SIEGE, right, "block")) == {"ram-rate", "fire-arrow-to-hit"}


def test_a_cell_set_to_what_is_printed_against_a_reading_is_a_difference():
    reading = load_rules("navas").replaced(options={"rest-outcome": "fatigued"})
    printed = reading.replaced(cells=[CellChange("states", "rest", "organised_fatigued", "organised_fresh")])
    (found,) = differences(reading, printed)
    assert (found.where, found.left, found.right) == (
        "states.rest.organised_fatigued",
        "organised_fatigued",
        "organised_fresh",
    )
