"""Hand-worked checks of the tables and columns of the oracles."""

import pytest

from oracle import tables
from oracle.men import DEFAULTS, Man, odds_column
from oracle.setups import SERGEANT


def test_combat_columns_only_get_better_for_the_attacker() -> None:
    worth = "AB-CDEF"
    for column in range(1, 12):
        for die in range(1, 11):
            here, right = tables.combat_result(column, die), tables.combat_result(column + 1, die)
            if here in "CDEF":
                assert worth.index(right) >= worth.index(here)
    assert [tables.combat_result(8, die) for die in range(1, 11)] == list("FFFFEEDDCC")
    assert tables.combat_result(3, 2) == "D"
    assert tables.combat_result(3, 7) == "A"


def test_longbow_at_medium_range_against_light_cover() -> None:
    assert tables.range_modifier("longbow", 31, "base") == 1
    results = [tables.missile_result("longbow", die + 1, "light") for die in range(1, 11)]
    assert "".join(results) == "BBAA------"


@pytest.mark.parametrize(("weapon", "misses_from"), [("crossbow", 8), ("longbow", 7), ("shortbow", 6)])
def test_where_each_weapon_misses(weapon: str, misses_from: int) -> None:
    assert tables.missile_result(weapon, misses_from - 1, "none") == "A"
    assert tables.missile_result(weapon, misses_from, "none") == "-"


def test_range_bands() -> None:
    assert [tables.range_modifier("longbow", hexes, "base") for hexes in (1, 30, 90, 91, 150, 151)] == [
        0,
        0,
        1,
        2,
        2,
        None,
    ]
    assert [tables.range_modifier("shortbow", hexes, "croisades") for hexes in (15, 16, 41, 71)] == [0, 1, 2, None]


def test_the_moat_costs_four_from_outside() -> None:
    assert [tables.enter_cost(["flat_ground", "moat", "moat"], index) for index in range(3)] == [1, 4, 1]


def test_eight_against_three_is_two_to_one_and_one_to_one_from_a_ladder() -> None:
    man, target = Man(SERGEANT, "besieger"), Man(SERGEANT | {"defence": 3}, "defender")
    assert odds_column([man], target, [0], 0, DEFAULTS) == 2
    assert odds_column([man], target, [-1], 0, DEFAULTS) == 1


def test_printed_example_of_the_joint_attack() -> None:
    men = [Man(SERGEANT, "besieger"), Man(SERGEANT, "besieger")]
    target = Man(SERGEANT, "defender")
    assert odds_column(men, target, [1, -1], 1, DEFAULTS) == 3


def test_odds_below_one_to_one() -> None:
    weak, strong = Man(SERGEANT | {"attack": 3}, "besieger"), Man(SERGEANT, "defender")
    assert odds_column([weak], strong, [1], -1, DEFAULTS) is None
    assert odds_column([weak], strong, [0], -1, DEFAULTS | {"sub-one-to-one-odds": "one-to-one"}) == 2


def test_columns_are_clamped_after_all_shifts() -> None:
    giant, man = Man(SERGEANT | {"attack": 80}, "besieger"), Man(SERGEANT, "besieger")
    target = Man(SERGEANT, "defender")
    assert odds_column([giant], target, [-1], 0, DEFAULTS) == 11
    assert odds_column([giant], target, [1], 0, DEFAULTS) == 12
    assert odds_column([man, man], Man(SERGEANT | {"defence": 16}, "defender"), [-1, 0], 1, DEFAULTS) == 1
    target.state = "wounded"
    assert odds_column([man], target, [0], 0, DEFAULTS) == 4


def test_the_other_readings_of_the_joint_bonus_and_of_shifts_beyond_the_first_column() -> None:
    men = [Man(SERGEANT, "besieger") for _ in range(3)]
    target = Man(SERGEANT | {"defence": 8}, "defender")
    assert odds_column(men, target, [0], 0, DEFAULTS) == 4
    assert odds_column(men, target, [0], 0, DEFAULTS | {"joint-bonus-number": "each"}) == 5
    strict = DEFAULTS | {"column-below-1-1": "impossible"}
    assert odds_column(men[:1], target, [-1], 0, DEFAULTS) == 1
    assert odds_column(men[:1], target, [-1], 0, strict) is None
    # Two columns left and one right: added up the attack is on the first column, step by step it has left it.
    pair = [Man(SERGEANT | {"attack": 8}, "besieger"), Man(SERGEANT | {"attack": 8}, "besieger")]
    assert odds_column(pair, target, [-1], 1, strict) == 1
    assert odds_column(pair, target, [-1], 1, strict | {"shift-order": "one-after-another"}) is None
