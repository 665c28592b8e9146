"""Single attacks."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cases import cases
from mangonel.errors import DataError
from mangonel.games.cryhavoc.rolls import melee_situation, next_column
from mangonel.rules.loading import load_rules

CASES = cases(__file__)

SIEGE = load_rules("siege")
reproducible = settings(derandomize=True, database=None, deadline=None)


def column(rules=SIEGE, **keys):
    return melee_situation(rules, **keys).final_column


def test_published_example():
    situation = melee_situation(SIEGE, attack=24, defence=7)
    assert situation.final_column == "3-1"
    assert situation.outcome(2) == "D"
    assert situation.outcome(7) == "A"


def test_joint_attack_from_mixed_ground():
    # English rules 1.72: 4:1, two attackers on + and -, defender on +: two left, one right.
    situation = melee_situation(SIEGE, attack=[6, 6], defence=3, terrain=["+", "-"], against="+")
    assert situation.column == "4-1"
    assert [shift.columns for shift in situation.shifts] == [-2, 1]
    assert situation.final_column == "3-1"


def test_joint_bonus_is_one_column_and_only_on_foot():
    assert column(attack=6, defence=3, attackers=2) == "3-1"
    assert column(attack=6, defence=3, attackers=4) == "3-1"
    assert column(attack=6, defence=3, attackers=4, mounted=True) == "2-1"
    each = SIEGE.replaced(options={"joint-bonus-number": "each"})
    assert column(each, attack=6, defence=3, attackers=4) == "5-1"


@pytest.mark.parametrize(
    ("terrain", "against", "expected"),
    CASES["test_ground"],
)
def test_ground(terrain, against, expected):
    assert column(attack=9, defence=3, terrain=terrain, against=against) == expected


def test_a_named_sign_does_not_change_the_height():
    reach = {"attack": 9, "defence": 3, "heights": True}
    assert column(terrain="ladder_climb/-", against="battlement/0", **reach) == "2-1"
    with pytest.raises(DataError, match="more than one level"):
        column(terrain="flat_ground/0", against="battlement/0", **reach)


ABOVE = {"column-above-12-1": "ratio"}
BY_STEPS = {"shift-order": "one-after-another"}


@pytest.mark.parametrize(
    ("options", "keys", "expected", "reasons"),
    CASES["test_where_shifts_begin_and_how_they_are_limited"],
)
def test_where_shifts_begin_and_how_they_are_limited(options, keys, expected, reasons):
    rules = SIEGE.replaced(options=options)
    situation = melee_situation(rules, defence=3, **keys)
    assert situation.final_column == expected
    assert {shift.reason: shift.columns for shift in situation.shifts} == reasons


def test_a_shift_that_leads_off_the_table_on_the_way_allows_no_attack_where_that_is_the_rule():
    rules = SIEGE.replaced(options=BY_STEPS | {"column-below-1-1": "impossible"})
    with pytest.raises(DataError, match="left of column 1-1"):
        melee_situation(rules, attack=[2, 1], defence=3, terrain="scrub")
    both = SIEGE.replaced(options={"column-below-1-1": "impossible"})
    assert column(both, attack=[2, 1], defence=3, terrain="scrub") == "1-1"


def test_the_next_column_beyond_the_table():
    keys = {"attack": 36, "defence": 3, "terrain": "scrub"}
    assert next_column(SIEGE, **keys) is None
    assert next_column(SIEGE.replaced(options=ABOVE), **keys) == 3


@pytest.mark.parametrize(
    ("keys", "message"),
    CASES["test_what_is_no_attack"],
)
def test_what_is_no_attack(keys, message):
    with pytest.raises(DataError, match=message):
        melee_situation(SIEGE, **{"attack": 9, "defence": 3} | keys)


@reproducible
@given(
    attack=st.integers(1, 80),
    defence=st.integers(1, 12),
    attackers=st.integers(1, 3),
    mounted=st.booleans(),
    terrain=st.sampled_from("-0+"),
    against=st.sampled_from("-0+"),
)
def test_next_column_is_the_first_point_that_helps(**keys):
    attack = keys.pop("attack")

    def place(points):
        try:
            situation = melee_situation(SIEGE, attack=points, **keys)
        except DataError:
            return -1
        return situation.table.columns.index(situation.final_column)

    found = next_column(SIEGE, attack=attack, **keys)
    better = next((more for more in range(1, 200) if place(attack + more) > place(attack)), None)
    assert found == better


@reproducible
@given(st.integers(1, 200), st.integers(1, 20), st.sampled_from("-0+"), st.sampled_from("-0+"), st.integers(1, 4))
def test_column_by_the_rule_text(attack, defence, ours, theirs, attackers):
    keys = {"attack": attack, "defence": defence, "terrain": ours, "against": theirs, "attackers": attackers}
    if attack < defence:
        with pytest.raises(DataError):
            melee_situation(SIEGE, **keys)
        return
    number = min(attack // defence, 12) + "-0+".index(ours) - "-0+".index(theirs) + (attackers > 1)
    number = min(max(number, 1), 12)
    assert column(**keys) == ("12-1+" if number == 12 else f"{number}-1")
