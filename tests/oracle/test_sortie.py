"""Hand-worked checks of the slow sortie."""

from fractions import Fraction

from games.hand_worked import odds
from oracle.setups import setup_of
from oracle.sortie import play_sortie


def test_lighting_with_a_roll() -> None:
    # 7 to 10: four in ten a turn, first in turn 2.
    chances = odds(
        play_sortie,
        setup_of("midgame/sortie", {"turns": 5}),
        lambda told: (told.ending, told.turn),
        first_fire_column="also-hand-ignition",
    )
    assert chances[("engines_destroyed", 4)] == Fraction(4, 10)
    assert chances[("engines_destroyed", 5)] == Fraction(24, 100)


def test_two_men_try_one_engine() -> None:
    # They try in turn 2 alone; what they have lit burns down in turn 4.
    twice = {"turns": 4, "sortie": {"men": 2}, "policies": {"sortie": {"torches": 2}}, "break_off": {"turn": 2}}
    setup = setup_of("midgame/sortie", twice)
    chances = odds(play_sortie, setup, lambda told: told.ending, first_fire_column="also-hand-ignition")
    assert chances["engines_destroyed"] == 1 - Fraction(6, 10) ** 2
