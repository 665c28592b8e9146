"""Hand-worked checks of the ram oracle: scripted dice, every one of which must be rolled."""

import itertools
from fractions import Fraction

import pytest

from oracle.ram import RamAttack
from oracle.scripted import Dice, named
from oracle.setups import setup_of


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
