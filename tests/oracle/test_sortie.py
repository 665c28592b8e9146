"""Hand-worked checks of the slow sortie."""

from fractions import Fraction

import pytest

from games.hand_worked import odds, scripted
from games.sortie_beside import sortie_on_both
from oracle.scripted import KNIGHT, NO_ATTACK, Dice, changed
from oracle.sortie import play_sortie
from oracle.sortie_setups import sortie

PEACE = {"sortie": NO_ATTACK, "besiegers": NO_ATTACK}
ARCHER = {"men": 1}
RIDER = {"kind": KNIGHT, "mounted": 1}


def test_an_engine_burns_down() -> None:
    # There in turn 1, a whole turn beside it, lit in turn 2, burnt at the end of turn 4.
    outcome = scripted(play_sortie, sortie())
    assert (outcome.ending, outcome.turn, outcome.engines_lost) == ("engines_destroyed", 4, 1)
    assert scripted(play_sortie, sortie(engines=2)).turn == 5


def test_two_torches_light_two_engines_at_once() -> None:
    setup = sortie(engines=2, sortie={"men": 2})
    outcome = scripted(play_sortie, setup)
    assert (outcome.turn, outcome.tallies["fires"]) == (4, 2)


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


@pytest.mark.parametrize(("men", "tries"), [(1, 3), (2, 6), (3, 6)])
def test_putting_out(men: int, tries: int) -> None:
    # Lit by hand, so 1 to 3 only. Turns 2, 3 and 4; two men at most at one fire.
    setup = sortie(turns=4, besiegers={"men": men}, policies=PEACE)
    burnt = scripted(play_sortie, setup, *[4] * tries)
    assert (burnt.ending, burnt.tallies["tries"]) == ("engines_destroyed", tries)
    saved = scripted(play_sortie, setup, *[10] * (tries - 1), 3)
    assert (saved.ending, saved.tallies["put_out"], saved.engines_lost) == ("undecided", 1, 0)


def test_who_is_driven_back_lights_nothing() -> None:
    # The besieger attacks in turn 1 (2-1, die 2: C). The man returns in turn 2 and can light the engine in turn 3 only.
    setup = sortie(besiegers={"men": 1}, policies={"sortie": NO_ATTACK, "besiegers": {"fire_policy": "fight"}})
    outcome = scripted(play_sortie, setup, 2, 7, 7, 7, 7)
    assert (outcome.ending, outcome.turn, outcome.tallies["retreats"]) == ("engines_destroyed", 5, 1)


def test_those_with_torches_do_not_fight() -> None:
    # Two men at one engine in turn 2: one lights it, one attacks (2-1). In turn 1 both attack jointly (5-1).
    setup = sortie(turns=2, sortie={"men": 2}, besiegers={"men": 1}, policies={"besiegers": NO_ATTACK})
    outcome = scripted(play_sortie, setup, 10, 7, 10)
    assert [event.split(",")[0] for event in outcome.events[:2]] == [
        "T1 defenders fit+fit attack fit on 5-1",
        "T2 defenders fit attack fit on 2-1",
    ]


def test_fight_first() -> None:
    setup = sortie(turns=2, besiegers={"men": 1}, policies={"sortie": {"task": "fight"}, "besiegers": NO_ATTACK})
    assert scripted(play_sortie, setup, 7, 7).tallies["fires"] == 0


def test_men_against_the_fire_can_be_attacked_and_do_not_attack() -> None:
    # Turn 2: the engine burns, the only besieger tries to put it out instead of attacking.
    setup = sortie(turns=2, besiegers={"men": 1}, policies={"sortie": NO_ATTACK})
    outcome = scripted(play_sortie, setup, 7, 9)
    assert (outcome.tallies["besiegers_attacks"], outcome.tallies["tries"]) == (1, 1)


def test_relief_comes_in_its_turn() -> None:
    setup = sortie(turns=3, relief={"men": 1, "turn": 3}, policies={"sortie": {"torches": 1}}, engines=3)
    # In turn 3 the newcomer has moved, so he attacks and puts nothing out.
    outcome = scripted(play_sortie, setup, 7)
    assert (outcome.tallies["besiegers_attacks"], outcome.tallies["tries"]) == (1, 0)


def test_hurt_on_the_way_out() -> None:
    # Five hexes on, five to go; a longbow at short range: die 3 is B, die 1 is C.
    setup = sortie(approach=["flat_ground"] * 10, archers=ARCHER, besiegers={"men": 1})
    outcome = scripted(play_sortie, setup, 3)
    assert (outcome.ending, outcome.turn) == ("sortie_back", 1)
    assert (outcome.defenders_wounded, outcome.defenders_dead) == (1, 0)
    assert scripted(play_sortie, setup, 1).ending == "sortie_lost"


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


def test_no_shots_past_friends() -> None:
    setup = sortie(turns=1, archers=ARCHER, besiegers={"men": 1}, policies=PEACE)
    assert scripted(play_sortie, setup).tallies["shots"] == 0
    assert scripted(play_sortie, changed(setup, {"besiegers": {"men": 0}}), 10, 10).tallies["shots"] == 2


@pytest.mark.parametrize(
    ("die", "missiles", "ending", "wounded", "dead", "horses"),
    [
        # A longbow at short range, no cover: its 1 stands on row 4, its 2 and 3 on rows 5 and 6.
        (1, "base", "sortie_back", 1, 0, 0),  # C: wounded and unhorsed
        (1, "croisades", "sortie_back", 1, 0, 0),  # C: wounded in the saddle
        (2, "base", "sortie_back", 0, 0, 1),  # B: horse killed, stunned
        (3, "croisades", "sortie_back", 0, 0, 0),  # B: the horse lives
    ],
)
def test_shots_at_a_rider(die: int, missiles: str, ending: str, wounded: int, dead: int, horses: int) -> None:
    setup = sortie(approach=["flat_ground"] * 20, sortie=RIDER, archers=ARCHER)
    outcome = scripted(play_sortie, setup, die, mounted_missile_croisades=missiles)
    assert outcome.ending == ending
    assert (outcome.defenders_wounded, outcome.defenders_dead, outcome.defenders_horses) == (
        wounded,
        dead,
        horses,
    )


def test_a_ride_out() -> None:
    # Twelve hexes a turn on horseback, four on foot.
    riders = sortie_on_both(sortie(turns=1, approach=["flat_ground"] * 20, sortie=RIDER), {}, Dice())
    riders.play()
    assert riders.distance == 8
    mixed = sortie_on_both(sortie(turns=1, approach=["flat_ground"] * 20, sortie=RIDER | {"men": 2}), {}, Dice())
    mixed.play()
    assert mixed.distance == 16


def test_going_home() -> None:
    # Eight hexes: there in turn 2; told at the end of it to go home; five hexes in turn 3, the last two and the gate in turn 4.
    setup = sortie(approach=["flat_ground"] * 8, besiegers={"men": 1}, policies=PEACE, break_off={"turn": 2})
    outcome = scripted(play_sortie, setup)
    assert (outcome.ending, outcome.turn) == ("sortie_back", 4)


def test_the_stunned_are_left_behind() -> None:
    # The besieger stuns one of two men (2-1, die 1) in turn 1; the party leaves in turn 2 without him.
    setup = sortie(sortie={"men": 2}, besiegers={"men": 1}, policies={"sortie": NO_ATTACK}, break_off={"turn": 1})
    outcome = scripted(play_sortie, setup, 1)
    assert (outcome.ending, outcome.turn) == ("sortie_back", 2)
    assert (outcome.defenders_dead, outcome.tallies["left_behind"]) == (1, 1)


def test_a_party_that_is_gone_leaves_its_fires() -> None:
    # Lit in turn 2, home in turn 3; two tries a turn in 2, 3 and 4 fail.
    setup = sortie(besiegers={"men": 2}, policies=PEACE, break_off={"all_burn": True})
    outcome = scripted(play_sortie, setup, *[4] * 6)
    assert (outcome.ending, outcome.turn) == ("engines_destroyed", 4)
    outcome = scripted(play_sortie, setup, 4, 4, 1)
    assert (outcome.ending, outcome.turn) == ("sortie_back", 3)
