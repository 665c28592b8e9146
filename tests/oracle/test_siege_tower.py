"""Odds of the slow siege tower worked by hand."""

from fractions import Fraction

from games.hand_worked import odds
from oracle.scripted import changed
from oracle.siege_tower import play_siege_tower
from oracle.test_midgame import FILES
from oracle.test_worked import in_full


def test_fire_arrows() -> None:
    # Two shots of a longbow a turn, one in ten each.
    file = FILES["siege_tower"]
    setup = changed(file["setup"], {"approach": ["flat_ground x 10"], "archers": {"men": 1}})
    chances = odds(play_siege_tower, in_full(setup, file["kinds"]), lambda told: told.tallies["fires"] > 0)
    assert chances[True] == 1 - Fraction(9, 10) ** 2
