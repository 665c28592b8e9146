"""Hand-worked checks of the ladder oracle: how often a ladder is toppled."""

import itertools

from oracle.ladder import Assault
from oracle.scripted import Dice, named
from oracle.setups import setup_of


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
