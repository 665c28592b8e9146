"""Hand-worked checks of the slow sortie."""

from fractions import Fraction

import pytest

from games.hand_worked import odds, scripted
from games.sortie_beside import sortie_on_both
from oracle.scripted import KNIGHT, NO_ATTACK, Dice
from oracle.sortie import play_sortie
from oracle.sortie_setups import sortie

ARCHER = {"men": 1}
RIDER = {"kind": KNIGHT, "mounted": 1}


def test_lighting_with_a_roll() -> None:
    # 7 to 10: four in ten a turn, first in turn 2.
    chances = odds(
        play_sortie,
        sortie(turns=5),
        lambda told: (told.ending, told.turn),
        first_fire_column="also-hand-ignition",
    )
    assert chances[("engines_destroyed", 4)] == Fraction(4, 10)
    assert chances[("engines_destroyed", 5)] == Fraction(24, 100)


def test_two_men_try_one_engine() -> None:
    # They try in turn 2 alone; what they have lit burns down in turn 4.
    setup = sortie(turns=4, sortie={"men": 2}, policies={"sortie": {"torches": 2}}, break_off={"turn": 2})
    chances = odds(play_sortie, setup, lambda told: told.ending, first_fire_column="also-hand-ignition")
    assert chances["engines_destroyed"] == 1 - Fraction(6, 10) ** 2


def test_those_with_torches_do_not_fight() -> None:
    # Two men at one engine in turn 2: one lights it, one attacks (2-1). In turn 1 both attack jointly (5-1).
    setup = sortie(turns=2, sortie={"men": 2}, besiegers={"men": 1}, policies={"besiegers": NO_ATTACK})
    outcome = scripted(play_sortie, setup, 10, 7, 10)
    assert [event.split(",")[0] for event in outcome.events[:2]] == [
        "T1 defenders fit+fit attack fit on 5-1",
        "T2 defenders fit attack fit on 2-1",
    ]


@pytest.mark.parametrize(
    ("men", "option", "distance"),
    [(1, "falls-back", 7), (1, "holds", 5), (2, "holds-with-two", 7), (3, "holds-with-two", 5)],
)
def test_falling_back_on_the_way_out(men: int, option: str, distance: int) -> None:
    # A (die 5) drives the party back from 5 to 7, if two able men besides do not go on; the second shot is a miss.
    setup = sortie(turns=1, approach=["flat_ground"] * 10, archers=ARCHER, sortie={"men": men})
    game = sortie_on_both(setup, {"carrier-retreat": option}, Dice(5, 10))
    game.play()
    assert game.distance == distance


def test_a_ride_out() -> None:
    # Twelve hexes a turn on horseback, four on foot.
    riders = sortie_on_both(sortie(turns=1, approach=["flat_ground"] * 20, sortie=RIDER), {}, Dice())
    riders.play()
    assert riders.distance == 8
    mixed = sortie_on_both(sortie(turns=1, approach=["flat_ground"] * 20, sortie=RIDER | {"men": 2}), {}, Dice())
    mixed.play()
    assert mixed.distance == 16
