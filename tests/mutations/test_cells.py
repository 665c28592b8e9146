"""Every cell of every table matters: changed alone it moves the digest, and the odds of whatever asks for it.

Each case weighs small games exactly, with other letters on the dice; a sample of cells, and those that no die reads, are
played anew under changed rules. A cell that moves nothing has to stand in `excuses.toml` with the reason, and nothing stands
there that does move something.
"""

from collections import defaultdict
from functools import lru_cache

import pytest

from mutations.changing import cells_of, changed
from mutations.playing import SIEGE, Game, games, moves, moves_weighed, plays_as_weighed, smallest_first, tried_first
from mutations.questions import QUESTIONS, answer, asked_by
from mutations.scenarios import IDLE_CELLS, SMALL, UNASKED_CELLS

pytestmark = pytest.mark.slow

CAMPAIGN = "siege-campaign"
ONE_IN = 10
"""Of the cells of a table that a sequence rolls on, the first and one in so many is played by changed rules as well."""
PARTS = [sequence for sequence in SMALL if sequence != CAMPAIGN]


def cell(table, place):
    row, _, column = place.rpartition(".")
    return (table, row, column)


@lru_cache
def asked_in(sequence):
    """Return the cells that the small games of a sequence ask for."""
    return {cell for game in games(sequence) for cell in game.asked.cells}


def unmoved(sequence, table, wanted):
    """Return the cells of a table that are wanted and move no game of a sequence.

    The game that a cell has moved is tried first with the other cells of its column and of its row.
    """
    found = set()
    moved: dict[str, list[Game]] = defaultdict(list)
    for number, one in enumerate(one for one in cells_of(SIEGE.tables[table]) if one in wanted):
        _, row, column = one
        weighed = next(moves_weighed(games(sequence), one), None)
        if weighed is not None:
            assert number % ONE_IN or plays_as_weighed(one, *weighed), one
            continue
        every = dict.fromkeys([*reversed(moved[column]), *reversed(moved[row]), *smallest_first(sequence)])
        asking = [game for game in tried_first(sequence, ".".join(one), every) if one in game.asked.cells]
        if moves(asking, lambda rules, one=one: changed(rules, one)):
            moved[column].append(asking[0])
            moved[row].append(asking[0])
        else:
            found.add(one)
    return found


def test_every_cell_is_in_the_digest():
    for one in (one for table in SIEGE.tables.values() for one in cells_of(table)):
        others = list(changed(SIEGE, one))
        assert others, one
        assert all(other.digest != SIEGE.digest for other in others), one


def test_whose_results_befall_men_is_asked_what_they_do():
    for sequence in SMALL:
        read = {table for table, _, _ in asked_in(sequence)}
        assert {f"effects-{table}" for table in read if f"effects-{table}" in SIEGE.tables} <= read, sequence


def excused(sequence, table):
    cells = (one.cells for one in IDLE_CELLS if one.table == table and sequence in one.sequences.split())
    return {cell(table, place) for those in cells for place in those.split()}


@pytest.mark.parametrize("table", SIEGE.tables)
@pytest.mark.parametrize("sequence", PARTS)
def test_every_cell_that_is_asked_for_moves_the_odds(sequence, table):
    assert unmoved(sequence, table, asked_in(sequence) - excused(sequence, table)) == set()


@pytest.mark.release
@pytest.mark.parametrize("table", sorted({one.table for one in IDLE_CELLS}))
@pytest.mark.parametrize("sequence", PARTS)
def test_excused_cells_are_asked_for_and_move_nothing(sequence, table):
    cells = excused(sequence, table)
    assert cells <= asked_in(sequence), "excused, but not asked for"
    assert unmoved(sequence, table, cells) == cells


@pytest.mark.parametrize("table", SIEGE.tables)
def test_a_siege_hands_every_table_on_to_its_parts(table):
    # Its parts are the sequences themselves, whose cells are all tried there.
    asked, campaigns = (
        [one for one in cells_of(SIEGE.tables[table]) if one in asked_in(CAMPAIGN)],
        smallest_first(CAMPAIGN),
    )
    assert not asked or any(
        moves([game for game in campaigns if one in game.asked.cells], lambda rules, one=one: changed(rules, one))
        for one in asked
    )


def test_every_cell_is_asked_for_by_something():
    in_games = set().union(*map(asked_in, SMALL))
    excused = {cell(one.table, place) for one in UNASKED_CELLS for place in one.cells.split()}
    every = {one for table in SIEGE.tables.values() for one in cells_of(table)}
    assert excused <= every
    excused |= {one for one in every if one[1] in SIEGE.tables[one[0]].form.unread}
    unasked = set()
    for one in every - in_games:
        asking = [name for name in QUESTIONS if one in asked_by(name).cells]
        moved = any(
            answer(QUESTIONS[name], rules) != answer(QUESTIONS[name], SIEGE)
            for name in asking
            for rules in changed(SIEGE, one)
        )
        if not moved:
            unasked.add(one)
    assert unasked == excused
