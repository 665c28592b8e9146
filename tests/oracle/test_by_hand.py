"""The oracle by hand: how often a ladder is toppled and a wall breached, and columns of melee."""

import itertools
from fractions import Fraction

import pytest

from games import hand_worked
from oracle.fighting import Fighter, fight_column
from oracle.ladder import Assault
from oracle.ram import RamAttack
from oracle.rules import read_rules
from oracle.scripted import KNIGHT, SERGEANT, Dice, named
from oracle.setups import setup_of
from oracle.tables import ground_columns


def stands(dice: tuple[int, ...], toppler: str, **options: str) -> bool:
    """Whether the ladder is never toppled in as many turns as there are dice."""
    setup = setup_of("midgame/ladder_fights", {"turns": len(dice), "policies": {"attack_from": "12-1+"}})
    game = Assault.begun(setup, named(options), Dice(*dice))
    game.defenders[0].state = toppler
    return bool(game.play().tallies["topples"] == 0 and game.roll.left == [])  # type: ignore[attr-defined]


def stands_with(toppler: str, **options: str) -> list[int]:
    """The faces with which it stands; in three turns it does if it does in each of them."""
    faces = [die for die in range(1, 11) if stands((die,), toppler, **options)]
    for dice in itertools.product((faces[0] - 1, faces[0]), repeat=3):
        assert stands(dice, toppler, **options) == all(die in faces for die in dice)
    return faces


def test_a_ladder_stands_with_four_in_ten_and_with_five_before_a_wounded_man_by_the_italian_rule_only() -> None:
    assert len(stands_with("fit", ladder_topple_wounded="1")) == 4
    assert len(stands_with("wounded", ladder_topple_wounded="1")) == 5
    assert len(stands_with("wounded")) == 4


def breach_by(turns: int, rolls: int, chance: Fraction = Fraction(6, 10), **options: str) -> Fraction:
    """Every sequence of blows that count (die 10) and do not (die 1), each with its weight."""
    total = Fraction(0)
    for blows in itertools.product((10, 1), repeat=rolls):
        weight = Fraction(1)
        for blow in blows:
            weight *= chance if blow == 10 else 1 - chance
        dice = Dice(*blows)
        outcome = RamAttack.begun(setup_of("midgame/ram", {"turns": turns}), named(options), dice).play()
        total += weight * (outcome.ending == "breach")
        assert outcome.ending == "breach" or dice.left == []
    return total


@pytest.mark.parametrize(("turns", "chance"), [(4, "0.1296"), (5, "0.33696"), (6, "0.54432"), (7, "0.710208")])
def test_breach_of_a_fresh_wall(turns: int, chance: str) -> None:
    assert breach_by(turns, turns) == Fraction(chance)


@pytest.mark.parametrize(("turns", "rolls", "chance"), [(6, 3, "0"), (7, 4, "0.1296"), (9, 5, "0.33696")])
def test_breach_with_a_blow_every_second_turn(turns: int, rolls: int, chance: str) -> None:
    assert breach_by(turns, rolls, ram_rate="every-second-turn") == Fraction(chance)


SIEGE = read_rules()


def test_a_wounded_rider_fights_with_his_own_values() -> None:
    rider = Fighter(KNIGHT, "defenders", rides=True)
    rider.wound()
    assert (rider.attack, rider.defence) == (10, 4)
    rider.rides = False
    assert (rider.attack, rider.defence) == (7, 3)


def test_ground() -> None:
    for rules, terrain, against, columns in (
        (SIEGE, "rubble", "trench", -2),
        (SIEGE.changed({"rubble-sign": "0"}), "rubble", "battlement", 0),
        (SIEGE, "flat_ground", "keep_door", -2),
        (SIEGE, "siege_tower_top", "battlement", -1),
    ):
        assert ground_columns(rules, terrain, against) == columns
        # From 6-1, so that there is room on both sides.
        assert hand_worked.column_of(rules, [24], 4, [terrain], against) == 6 + columns


def test_column_options() -> None:
    target = Fighter(SERGEANT, "defenders")
    each, never = SIEGE.changed({"joint-bonus-number": "each"}), SIEGE.changed({"column-below-1-1": "impossible"})
    for rules, men, ground, column in ((SIEGE, 3, 0, 7), (each, 3, 0, 8), (SIEGE, 1, -2, 1), (never, 1, -2, None)):
        group = [Fighter(SERGEANT, "attackers") for _ in range(men)]
        assert fight_column(group, target, ground, rules) == column
        # Rubble moves an attack on a trench two columns to the left.
        terrain, against = ("rubble", "trench") if ground else ("flat_ground", "flat_ground")
        attack, places = [man.attack for man in group], [terrain] * men
        assert hand_worked.column_of(rules, attack, target.defence, places, against) == column
