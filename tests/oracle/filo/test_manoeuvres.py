"""Leaving a front, turning, mounting and dropping a combat by hand: scripted games and odds of one die."""

from fractions import Fraction
from itertools import chain

from games.filo_hand_worked import Both
from oracle.filo.courses import odds
from oracle.filo.rules import read_rules

play = Both("engagement")
READ = read_rules("filo-read")
FIRST = (6, 6, 1, 1)
"""Side a acts first."""


def duel(ours, theirs, gap=0, ours_do=(), theirs_do=(), turns=1):
    policies = {"a": dict(ours_do), "b": {"act": "hold", **dict(theirs_do)}}
    return {"turns": turns, "gap": gap, "a": dict(ours), "b": dict(theirs), "policies": policies}


def played(scenario, *dice, rules=READ):
    return play(scenario, rules, iter((*FIRST, *dice)))


KNIGHTS, PIKES, CROSSBOWS = {"kind": "knights"}, {"kind": "pikemen"}, {"kind": "crossbowmen"}


def test_crossbows_step_back_and_shoot_as_if_moved():
    # 7 at 2 hexes, -1 for the hex back: 8 demoralises, 9 with the 2 of a rout does not, it takes 10.
    shoot = duel(CROSSBOWS, PIKES, ours_do={"act": "shoot", "withdraw": "step"})
    came = odds(lambda dice: play(shoot, READ, chain(FIRST, dice.left)).tallies.get("a_hits", 0))
    assert came == {0: Fraction(8, 10), 1: Fraction(2, 10)}
    # Who stands beside an enemy does not shoot.
    assert "a_shots" not in played(duel(CROSSBOWS, PIKES, ours_do={"act": "shoot"})).tallies


def test_who_turns_round_goes_four_points_less_and_shows_his_back():
    # 10 movement points: 3 to turn, 1 to leave the front, 6 hexes. Pikes reach him with 6, and attack his back:
    # ratio 6 to 4 +1, Pi against Ch -2, quality 5 against 6 -1, rear +2: 0 in all, so that a 5 drives him back.
    rider = {**KNIGHTS, "movement": 10}
    walker = {**PIKES, "movement": 6}
    scenario = duel(rider, walker, ours_do={"withdraw": "turn"}, theirs_do={"act": "attack"})
    lost = odds(lambda dice: play(scenario, READ, chain(FIRST, dice.left)).measures["a_demoralised"])
    # Nothing comes to D+R at +0; with the front towards them it would be -2.
    assert lost == {0: Fraction(1)}
    tired = odds(lambda dice: play(scenario, READ, chain(FIRST, dice.left)).measures["a_fatigued"])
    assert tired == {0: Fraction(7, 10), 1: Fraction(3, 10)}
    stepped = duel(rider, walker, ours_do={"withdraw": "step"}, theirs_do={"act": "attack"})
    tired = odds(lambda dice: play(stepped, READ, chain(FIRST, dice.left)).measures["a_fatigued"])
    assert tired == {0: Fraction(9, 10), 1: Fraction(1, 10)}


def test_on_foot_a_mounted_shooter_has_no_malus():
    # Light horse, 3 points: -1 for few, -1 on horseback. Javelins at 2 hexes: 9 or 10 are needed in all.
    horse = {"kind": "light-horse", "strength": 4}
    shot = {"act": "shoot"}
    mounted = odds(
        lambda dice: play(duel(horse, PIKES, 1, shot), READ, chain(FIRST, dice.left)).tallies.get("a_hits", 0)
    )
    assert mounted == {0: Fraction(1)}
    dismounted = duel({**horse, "markers": 1}, PIKES, 1, {**shot, "seat": "foot"})
    assert odds(lambda dice: play(dismounted, READ, chain(FIRST, dice.left)).tallies.get("a_hits", 0)) == {
        0: Fraction(9, 10),
        1: Fraction(1, 10),
    }
