"""One roll: shifts, modifiers, clamping, odds and words."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mangonel.errors import DataError
from mangonel.rules.situation import Modifier, Shift, Situation
from rules.shipped import TABLES

DICE = sorted(name for name, table in TABLES.items() if table.kind == "die")
reproducible = settings(derandomize=True, database=None)


@st.composite
def situations(draw):
    table = TABLES[draw(st.sampled_from(DICE))]
    column = draw(st.sampled_from(table.columns))
    small = st.integers(-15, 15)
    shifts = draw(st.lists(small, max_size=3)) if table.shiftable else []
    modifiers = draw(st.lists(small, max_size=3))
    return Situation(
        table,
        column,
        shifts=tuple(Shift("shift", columns) for columns in shifts),
        modifiers=tuple(Modifier("modifier", value) for value in modifiers),
        row_offset=draw(st.integers(0, 6)),
    )


@reproducible
@given(situations())
def test_odds_sum_to_one_and_count_the_faces(situation):
    odds = situation.odds()
    assert sum(odds.values()) == 1
    assert all(chance > 0 for chance in odds.values())
    assert all(chance * situation.table.die == situation.outcomes().count(letter) for letter, chance in odds.items())
    assert list(odds) == [letter for letter in situation.table.result_codes if letter in odds]


@reproducible
@given(situations())
def test_sums_are_clamped_once(situation):
    table = situation.table
    wanted = table.columns.index(situation.column) + sum(shift.columns for shift in situation.shifts)
    assert table.columns.index(situation.final_column) == min(max(wanted, 0), len(table.columns) - 1)
    for die in range(1, table.die + 1):
        modified = die + sum(modifier.value for modifier in situation.modifiers)
        row = min(max(modified, 1) + situation.row_offset, len(table.rows))
        assert situation.row(die) == row
        printed = table.cell(table.rows[row - 1], situation.final_column)
        assert situation.outcome(die) == ("-" if printed == "." else printed)


def test_explain_names_every_step():
    shot = Situation(
        TABLES["missile-foot"], "light", modifiers=(Modifier("medium range", 1),), row_offset=3, row_reason="longbow"
    )
    assert shot.explain(1) == "die 1, +1 medium range, +3 rows longbow = row 5, light cover -> B (target wounded)"
    assert "= row 14, read as 10, light cover -> - (miss)" in shot.explain(10)
    aimed = Situation(TABLES["missile-foot"], "light", modifiers=(Modifier("aptitude", -3),))
    assert aimed.explain(2).startswith("die 2, -3 aptitude = row -1, read as 1, light cover -> ")
    # -1 counts as 1, and from there it is one row down.
    far = Situation(
        TABLES["missile-foot"], "light", modifiers=(Modifier("aptitude", -3),), row_offset=1, row_reason="far"
    )
    assert far.explain(2).startswith("die 2, -3 aptitude, +1 row far = row 2, light cover -> ")
    fight = Situation(
        TABLES["melee-foot"], "4-1", shifts=(Shift("ground - against +", -2), Shift("joint attack of 2", 1))
    )
    assert fight.explain(7) == (
        "die 7, column 3-1 (4-1, -2 ground - against +, +1 joint attack of 2) -> A (attacker wounded)"
    )


def test_wrong_situations_are_refused():
    with pytest.raises(DataError, match="3-1"):
        Situation(TABLES["melee-foot"], "3-2")
    with pytest.raises(DataError, match="cannot be shifted"):
        Situation(TABLES["fire"], "spread", shifts=(Shift("any", 1),))
    with pytest.raises(DataError, match="not rolled on"):
        Situation(TABLES["terrain"], "foot")
    with pytest.raises(DataError, match="negative"):
        Situation(TABLES["missile-foot"], "none", row_offset=-1)


@pytest.mark.parametrize("die", [0, 11, -1])
def test_a_die_has_no_other_faces(die):
    with pytest.raises(DataError, match="no such face"):
        Situation(TABLES["melee-foot"], "1-1").outcome(die)


def test_a_six_sided_table_is_rolled_with_six_faces():
    situation = Situation(TABLES["healing-croisades"], "turns")
    assert situation.outcomes() == ("1", "1", "2", "2", "3", "reroll")
    with pytest.raises(DataError, match="d6"):
        situation.outcome(7)
