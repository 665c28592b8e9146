"""Hand-worked checks of what the oracles ask the tables, and of the columns they find."""

import pytest

from cases import cases
from games import hand_worked
from oracle import men as told
from oracle import tables
from oracle.men import Man
from oracle.rules import read_rules
from oracle.scripted import SERGEANT

CASES = cases(__file__)
SIEGE = read_rules()


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


@pytest.mark.parametrize(("attack", "defence", "signs", "against", "options", "column"), CASES["test_columns"])
def test_columns(
    attack: list[int], defence: int, signs: list[str], against: str, options: dict[str, str], column: int
) -> None:
    rules = SIEGE.changed(options)
    men = [Man(SERGEANT | {"attack": strength}, "besieger") for strength in attack]
    target = Man(SERGEANT | {"defence": defence}, "defender")
    assert told.odds_column(men, target, signs, against, rules) == (column or None)
    assert hand_worked.column_of(rules, attack, defence, signs, against) == (column or None)


def test_a_wounded_man_defends_with_less() -> None:
    target = Man(SERGEANT, "defender", "wounded")
    assert told.odds_column([Man(SERGEANT, "besieger")], target, ["0"], "0", SIEGE) == 4
    assert hand_worked.column_of(SIEGE, [8], target.defence, ["0"], "0") == 4
