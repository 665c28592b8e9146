"""Hand-worked checks of the ladder oracle: toppling and fights on the wall. Scripted dice, every one of which must be rolled."""

import itertools

from oracle.setups import NO_ATTACK, assault, finish, ladder_setup


def stands(dice: tuple[int, ...], toppler: str, **options: str) -> bool:
    """Whether the ladder is never toppled in as many turns as there are dice."""
    game = assault(ladder_setup(turns=len(dice), policies=NO_ATTACK), *dice, **options)
    game.defenders[0].state = toppler
    return bool(finish(game).tallies["topples"] == 0)


def stands_with(toppler: str, **options: str) -> list[int]:
    """The faces with which it stands; in three turns it does if it does in each of them."""
    faces = [die for die in range(1, 11) if stands((die,), toppler, **options)]
    for dice in itertools.product((faces[0] - 1, faces[0]), repeat=3):
        assert stands(dice, toppler, **options) == all(die in faces for die in dice)
    return faces


def test_a_ladder_before_a_man_who_always_topples_stands_with_four_in_ten() -> None:
    assert len(stands_with("fit", ladder_topple_wounded="1")) == 4


def test_a_wounded_toppler_has_five_in_ten_by_the_italian_rule_only() -> None:
    assert len(stands_with("wounded", ladder_topple_wounded="1")) == 5
    assert len(stands_with("wounded")) == 4
