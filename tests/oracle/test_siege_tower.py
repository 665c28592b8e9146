"""Odds of the slow siege tower worked by hand."""

from fractions import Fraction

from games.hand_worked import odds
from oracle.setups import setup_of
from oracle.siege_tower import play_siege_tower


def test_fire_arrows() -> None:
    # Two shots of a longbow a turn, one in ten each.
    setup = setup_of("midgame/siege_tower", {"approach": ["flat_ground x 10"], "archers": {"men": 1}})
    chances = odds(play_siege_tower, setup, lambda told: told.tallies["fires"] > 0)
    assert chances[True] == 1 - Fraction(9, 10) ** 2
