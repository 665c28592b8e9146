"""Recoveries of the oracle by hand: rallies before the edge, friends who are passed, De Rada."""

from fractions import Fraction

import pytest

from games.filo_hand_worked import Both
from oracle.filo.courses import odds
from oracle.filo.rules import read_rules

play = Both("recovery")
READ, NAVAS = read_rules("filo-read"), read_rules("navas")
PIKES, KNIGHTS = {"kind": "pikemen"}, {"kind": "knights"}


def played(units, *dice, rules=NAVAS, turns=1, policies=(), **more):
    scenario = {"turns": turns, "units": units, "policies": dict(policies), **more}
    return play(scenario, rules, iter(dice))


@pytest.mark.parametrize(("edge", "tests"), [(2, 1), (4, 2), (8, 3)])
def test_who_has_so_many_tests_before_the_edge_is_saved_so_often(edge, tests):
    # Quality 5, +1 routed: 0 to 4 is a half; 3 hexes a flight.
    scenario = {"turns": tests, "units": [PIKES | {"state": "routed_fresh", "edge": edge}]}
    gone = odds(lambda dice: play(scenario, READ, dice.left).ending == "none_left")[True]
    assert 1 - gone == 1 - Fraction(1, 2) ** tests


def test_friends_run_by_their_quality_and_are_passed_again_by_others():
    routed = PIKES | {"state": "routed_fresh", "passes": 2}
    # The second runs at 6, and passes the third; the first has passed it in vain; then three rallies, natural 0.
    story = played([routed, PIKES | {"passes": 1}, PIKES], 6, 5, 6, 0, 0, 0, policies={"de_rada": "none"})
    assert [name for name, _ in story.rolls][:3] == [f"unit {number}: passed by a rout" for number in (2, 3, 3)]
    assert (story.tallies["units_routs"], story.measures["units_demoralised"]) == (2, 3)


@pytest.mark.parametrize(("policy", "tested"), [("worst", [2]), ("best", [1]), ("none", [1, 2])])
def test_whom_de_rada_joins_throws_no_die(policy, tested):
    units = [PIKES | {"state": "routed_fatigued"}, KNIGHTS | {"state": "demoralised_fresh"}]
    story = played(units, *[0] * len(tested), policies={"de_rada": policy})
    assert [name for name, _ in story.rolls] == [f"unit {number}: rally" for number in tested]


def test_de_rada_does_not_help_muslims():
    units = [PIKES | {"state": "demoralised_fresh"}, PIKES | {"state": "demoralised_fresh", "al_andalus": True}]
    # Quality 5: each needs a die, and Al-Andalus has one more on it. Beside him a 6 would rally the first.
    story = played(units, 6, 4)
    assert [name for name, _ in story.rolls] == ["unit 1: rally", "unit 2: rally"]
    assert story.tallies == {"units_rallies": 1}


@pytest.mark.parametrize(("together", "rules", "share"), [(True, NAVAS, 8), (False, NAVAS, 7), (True, READ, 6)])
def test_de_rada_the_banner_and_al_andalus_on_a_rally(together, rules, share):
    units = [PIKES | {"state": "routed_fatigued"}, KNIGHTS | {"state": "demoralised_fatigued", "beside_banner": True}]
    # Quality 5, +1 fatigued: 0 to 4; -1 beside him, -1 at the banner. Of the other, where he is not, a 9 fails.
    faces = () if rules is NAVAS else (9,)
    rallied = [
        played(units, *faces, die, rules=rules, together=together, policies={"rest": False}).tallies.get(
            "units_rallies"
        )
        for die in range(10)
    ]
    assert rallied.count(1) == {8: 7, 7: 6, 6: 5}[share]


def test_de_rada_comes_to_whom_the_shot_of_the_turn_has_hit():
    shots = {"kind": "crossbowmen", "distance": 1}
    # Nobody is in need of him before the shot; whom it hits has him then, and throws no die to rally.
    story = played([PIKES], 7, shots=shots)
    assert [name for name, _ in story.rolls] == ["enemy: shot"]
    assert (story.tallies["units_hits"], story.tallies.get("units_rallies", 0)) == (1, 0)
    assert (story.ending, story.measures["units_fresh"]) == ("all_organised", 1)
