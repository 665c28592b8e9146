"""Blocks of a scenario are added and taken away on the page: within limits, in the address, and taken back."""

import pytest
from shiny import reactive

from mangonel.errors import DataError
from mangonel.explore.page_state import UNDO, ScenarioEdits, scenario_as
from mangonel.explore.scenario_form import added, apart, removed, rows_of, with_rows
from mangonel.games.scenario import load_scenario, scenario_names


def rows_at(scenario, path):
    return next(rows for rows in rows_of(scenario) if rows.path == path)


def tried(scenario, kept):
    """Return a scenario with its blocks, or why it cannot be."""
    try:
        return with_rows(scenario, kept), ""
    except DataError as error:
        return None, error.message


@pytest.mark.parametrize("name", scenario_names())
def test_one_more_and_one_less_of_each_block_can_be_or_says_why_not(name):
    scenario = load_scenario(name)
    assert with_rows(scenario, {}) is scenario
    for rows in rows_of(scenario):
        more = [added(rows, {})] if rows.number < rows.most else []
        less = [removed(rows, number, {}) for number in range(1, rows.number + 1)] if rows.number > rows.least else []
        for by, kept in [*((1, kept) for kept in more), *((-1, kept) for kept in less)]:
            other, refused = tried(scenario, kept)
            # What others are named after, or numbered by, cannot go.
            reasons = ("1 to 12 stacks", "do not go together")
            assert not refused or by == -1 or any(reason in refused for reason in reasons), (rows.path, refused)
            assert refused or rows_at(other, rows.path).number == rows.number + by
            assert refused or other.digest != scenario.digest


def test_a_row_is_added_as_a_copy_with_what_was_changed_in_it_and_those_behind_one_that_goes_move_up():
    scenario = load_scenario("waves-kings")
    kept = added(rows_at(scenario, "waves"), {"waves.3.units": "2", "turns": "5"})
    assert kept == {"waves.3.units": "2", "waves.4.units": "2", "turns": "5", "waves": "1,2,3,3"}
    units = [wave.units for wave in scenario_as(scenario, kept).setup.waves]
    assert units == [*(wave.units for wave in scenario.setup.waves[:2]), 2, 2]
    kept = removed(rows_at(with_rows(scenario, kept), "waves"), 3, kept)
    assert kept == {"waves.3.units": "2", "turns": "5", "waves": "1,2,3"}
    # As many as in the file are as in the file.
    assert apart(scenario, kept) == ({}, {"waves.3.units": "2", "turns": "5"})


def test_a_block_begins_with_the_least_that_it_has_to_say():
    scenario = load_scenario("waves-kings")
    kept = added(rows_at(scenario, "lines.1.leader"), {})
    assert kept == {"lines.1.leader": "1"}
    assert with_rows(scenario, kept).setup.lines[0].leader.bonus == 1
    shooters = with_rows(load_scenario("sortie-battery"), {"archers": "1"}).setup.archers
    assert (shooters.men, shooters.weapon) == (1, "shortbow")
    # A part of a siege is a scenario that is there.
    siege = with_rows(load_scenario("siege-great"), {"tower": "0"})
    assert siege.setup.tower is None
    assert with_rows(load_scenario("siege-breach"), {"tower": "1"}).setup.tower is not None


@pytest.mark.parametrize("text", ["", "9", "1,1,1,1,1", "x", "-1", "1" * 40])
def test_what_an_address_says_of_blocks_that_cannot_be_is_passed_over(text):
    scenario = load_scenario("waves-kings")
    assert len(with_rows(scenario, {"waves": text, "nothing": "1"}).setup.waves) in (1, 3)


def test_names_and_hexes_are_not_given_twice():
    keep, camp = load_scenario("bombardment-keep"), load_scenario("fire-camp")
    names = [wall.name for wall in with_rows(keep, {"hexes": "1,2,3,4,4"}).setup.hexes]
    assert names[3:] == ["keep", "keep 5"]
    south, other = with_rows(camp, {"objects": "1,2,3,4,5,5"}).setup.objects[-2:]
    assert not set(south.hexes) & set(other.hexes)


def test_a_button_does_it_and_the_next_takes_it_back():
    scenario = load_scenario("waves-kings")
    with reactive.isolate():
        edits = ScenarioEdits(scenario, {"waves.2.units": "2", "lines": "1,2"})
        assert len(edits.present(scenario).setup.lines) == 2
        edits.act(scenario, "remove", "waves.9.leader")
        assert not edits.before
        with pytest.raises(DataError, match="there are 2 waves"):
            edits.act(scenario, "remove", "waves.1")
        assert not edits.before
        edits.act(scenario, "remove", "waves.1.leader")
        edits.act(scenario, "add", "waves")
        assert edits.blocks() == {"lines": "1,2", "waves": "1,2,3,3", "waves.1.leader": "0"}
        edits.act(scenario, UNDO, "")
        edits.act(scenario, UNDO, "")
        assert (edits.blocks(), edits.values) == ({"lines": "1,2"}, {"waves.2.units": "2"})
        assert not edits.before
