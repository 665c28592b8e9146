"""Odds of the volley oracle worked by hand, and shots out of range."""

import itertools
from fractions import Fraction
from typing import Any

import pytest

from games import hand_worked
from oracle.scripted import Setup
from oracle.setups import setup_of
from oracle.volley import play_volley

GROUP = {"men": 1, "weapon": "longbow", "wounded": 0, "aptitude": 0, "aside": 0, "place": "ground", "ready": 1}


def volley(approach: str, weapon: str = "longbow", **changes: Any) -> Setup:
    return setup_of("worked/volley", {"approach": [approach], "shooters": [GROUP | {"weapon": weapon}], **changes})


def odds(setup: Setup, dice: int) -> dict[tuple[int, int], Fraction]:
    """Dead and wounded of all rolls of so many dice."""
    found: dict[tuple[int, int], Fraction] = {}
    for faces in itertools.product(range(1, 11), repeat=dice):
        script = iter(faces)
        counts = hand_worked.on_both(play_volley)(setup, {}, lambda script=script: next(script)).measures
        key = (counts["targets_dead"], counts["targets_wounded"])
        found[key] = found.get(key, Fraction(0)) + Fraction(1, 10**dice)
    return found


def test_one_crossbow_bolt_in_the_open() -> None:
    # Short range, rows 3 to 12: C on rows 3, 4, 5, B on 6 and 7, A on 8 and 9.
    chances = odds(volley("flat_ground x 24", "crossbow"), 1)
    assert chances == {(1, 0): Fraction(3, 10), (0, 1): Fraction(2, 10), (0, 0): Fraction(5, 10)}


def test_a_longbow_at_medium_range_against_light_cover() -> None:
    # Rows 5 to 14: B on 5 and 6, and each man lives to be a second target of his own kind: fit first.
    chances = odds(volley("scrub x 40", targets={"men": 2}), 2)
    assert (chances[0, 2], chances[0, 0]) == (Fraction(4, 100), Fraction(64, 100))


def test_no_shot_out_of_range() -> None:
    assert hand_worked.scripted(play_volley, volley("flat_ground x 40"), 10, 10).tallies["shots"] == 2
    # More hexes than an approach may have.
    for hexes, dice in ((150, ()), (149, (10, 10))):
        outcome = hand_worked.by_oracle(play_volley, volley(f"flat_ground x {hexes}"), *dice)
        assert outcome.tallies["shots"] == len(dice)
    with pytest.raises(ValueError, match="lost"):
        hand_worked.scripted(play_volley, volley("flat_ground x 40", "shortbow"), missile_ranges="vikings")
