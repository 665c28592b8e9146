"""Hand-worked checks of what the oracles ask the tables, and of the columns they find."""

import pytest

from games import hand_worked
from oracle import men as told
from oracle import tables
from oracle.men import Man
from oracle.rules import Rules, read_rules
from oracle.scripted import SERGEANT

SIEGE = read_rules()


def odds_column(men: list[Man], target: Man, signs: list[str], target_sign: str, rules: Rules) -> int | None:
    """The column by the oracle; see that the package finds it, too."""
    column = told.odds_column(men, target, signs, target_sign, rules)
    attack = [man.attack for man in men]
    assert hand_worked.column_of(rules, attack, target.defence, signs, target_sign) == column
    return column


def test_the_moat_costs_four_from_outside() -> None:
    assert [tables.enter_cost(SIEGE, ["flat_ground", "moat", "moat"], index) for index in range(3)] == [1, 4, 1]


def test_ground_that_engines_enter() -> None:
    costs = [tables.engine_cost(SIEGE, terrain) for terrain in ("flat_ground", "filled_moat", "scrub", "moat")]
    assert costs == [1, 2, None, None]


def test_weapons_reach_as_far_as_their_bands() -> None:
    hexes = (1, 30, 90, 91, 150, 151)
    assert [tables.range_modifier(SIEGE, "longbow", far) for far in hexes] == [0, 0, 1, 2, 2, None]
    croisades = read_rules("croisades")
    assert [tables.range_modifier(croisades, "shortbow", far) for far in (15, 16, 41, 71)] == [0, 1, 2, None]
    assert tables.range_modifier(croisades, "ballista", 175) == 2
    assert tables.range_modifier(croisades.changed({"revised-ballista": "none"}), "ballista", 1) is None
    with pytest.raises(ValueError, match="lost"):
        tables.range_modifier(SIEGE.changed({"missile-ranges": "vikings"}), "shortbow", 40)


def test_a_die_beyond_the_last_row_is_the_last_row() -> None:
    results = [tables.missile_result(SIEGE, "longbow", die, "light") for die in range(-1, 15)]
    assert "".join(results) == "CCCBBAA---------"


def test_eight_against_three_is_two_to_one_and_one_to_one_from_a_ladder() -> None:
    man, target = Man(SERGEANT, "besieger"), Man(SERGEANT | {"defence": 3}, "defender")
    assert odds_column([man], target, ["0"], "0", SIEGE) == 2
    assert odds_column([man], target, ["-"], "0", SIEGE) == 1


def test_printed_example_of_the_joint_attack() -> None:
    men = [Man(SERGEANT, "besieger"), Man(SERGEANT, "besieger")]
    target = Man(SERGEANT, "defender")
    assert odds_column(men, target, ["+", "-"], "+", SIEGE) == 3


def test_odds_below_one_to_one() -> None:
    weak, strong = Man(SERGEANT | {"attack": 3}, "besieger"), Man(SERGEANT, "defender")
    assert odds_column([weak], strong, ["+"], "-", SIEGE) is None
    assert odds_column([weak], strong, ["0"], "-", SIEGE.changed({"sub-one-to-one-odds": "one-to-one"})) == 2


def test_columns_are_clamped_after_all_shifts() -> None:
    giant, man = Man(SERGEANT | {"attack": 80}, "besieger"), Man(SERGEANT, "besieger")
    target = Man(SERGEANT, "defender")
    assert odds_column([giant], target, ["-"], "0", SIEGE) == 11
    assert odds_column([giant], target, ["+"], "0", SIEGE) == 12
    assert odds_column([man, man], Man(SERGEANT | {"defence": 16}, "defender"), ["-", "0"], "+", SIEGE) == 1
    target.state = "wounded"
    assert odds_column([man], target, ["0"], "0", SIEGE) == 4


def test_the_other_readings_of_the_joint_bonus_and_of_shifts_beyond_the_first_column() -> None:
    men = [Man(SERGEANT, "besieger") for _ in range(3)]
    target = Man(SERGEANT | {"defence": 8}, "defender")
    assert odds_column(men, target, ["0"], "0", SIEGE) == 4
    assert odds_column(men, target, ["0"], "0", SIEGE.changed({"joint-bonus-number": "each"})) == 5
    strict = SIEGE.changed({"column-below-1-1": "impossible"})
    assert odds_column(men[:1], target, ["-"], "0", SIEGE) == 1
    assert odds_column(men[:1], target, ["-"], "0", strict) is None
    # Two columns left and one right: added up the attack is on the first column, step by step it has left it.
    pair = [Man(SERGEANT | {"attack": 8}, "besieger"), Man(SERGEANT | {"attack": 8}, "besieger")]
    assert odds_column(pair, target, ["-"], "+", strict) == 1
    assert odds_column(pair, target, ["-"], "+", strict.changed({"shift-order": "one-after-another"})) is None
