"""Battles of the oracle by hand: pairs, banners behind, points."""

from fractions import Fraction
from itertools import chain

import pytest

from games.filo_hand_worked import Both
from oracle.filo.courses import odds
from oracle.filo.rules import read_rules

play = Both("battle")
READ, NAVAS = read_rules("filo-read"), read_rules("navas")
WON = (6, 6, 6, 5)


def banner(*kinds, **more):
    return {"value": 1, "bonus": 0, "stacks": [{"kind": kind} for kind in kinds], **more}


def scenario(ours, theirs, turns=1, *, frontage=2, policies=(), **more):
    sides = {"a": {"banners": ours}, "b": {"banners": theirs}}
    said = {"a": {}, "b": {"act": "hold"}} | dict(policies)
    return {"turns": turns, "sectors": [{"frontage": frontage}], "policies": said, **sides, **more}


def played(ours, theirs, *dice, rules=READ, **more):
    # Values and bonuses are alike, so that one die says who begins.
    return play(scenario(ours, theirs, **more), rules, chain(dice))


def test_a_charge_and_what_it_is_worth():
    # R, F+R, D+R do not rout; who routs over an edge of 1 has fled, for 1 point.
    fought = scenario([banner("knights")], [banner("pikemen", edge=1)])
    found = odds(lambda dice: play(fought, READ, chain(WON, (1,), dice.left)).measures["a_points"])
    assert found == {0: Fraction(9, 10), 1: Fraction(1, 10)}


def test_a_leader_at_the_front_is_taken_with_his_stack():
    # With no way back a D routs and so destroys, as does Dr: half of the charges.
    fought = scenario([banner("knights")], [banner("pikemen", room="blocked")])
    found = odds(lambda dice: play(fought, READ, chain(WON, (1,), dice.left)).ending)
    # A 9 tests who attacks, too, and a 9 more ends it the other way.
    shares = {"b_leader_lost": Fraction(49, 100), "a_leader_lost": Fraction(1, 100), "undecided": Fraction(1, 2)}
    assert found == shares


def test_those_left_over_join_from_the_left():
    ours, theirs = [banner("pikemen", "pikemen", "pikemen")], [banner("pikemen", "pikemen")]
    # 12 on 6 are +2, 6 on 6 are +1: a 5 makes 7 and 6, that is F+R and R.
    story = played(ours, theirs, *WON, 1, 5, 5, frontage=3, policies={"b": {"act": "hold", "rest": False}})
    assert story.tallies["a_combats"] == 2
    assert [shown for name, shown in story.rolls if name == "combat"] == [(5,), (5,)]


@pytest.mark.parametrize(("option", "ending"), [("win", "a_ahead"), ("draw", "drawn")])
def test_seven_points_at_the_end(option, ending):
    rules = NAVAS.changed(
        {"victory-seven": option}, [("victory", "turns", "value", "1"), ("types", "Pi", "points", "7")]
    )
    story = played([banner("knights")], [banner("pikemen", room="blocked")], *WON, 1, 8, rules=rules, decisive=False)
    assert (story.ending, story.measures["a_points"]) == (ending, 7)


@pytest.mark.parametrize(("bonuses", "throws", "hurt"), [((1, 0), (6, 4, 6, 5), "a"), ((0, 1), (6, 5, 6, 4), "b")])
def test_where_nobody_gains_it_the_lower_bonus_begins(bonuses, throws, hurt):
    ours, theirs = ([banner("pikemen", bonus=bonus, room="blocked")] for bonus in bonuses)
    # Both come to 11. A 5 is R for whoever is attacked first, and he cannot go back; then a 1 does nothing.
    story = played(
        ours, theirs, *throws, 5, 1, 9, 9, turns=1, policies={"b": {"act": "attack"}, "a": {"act": "attack"}}
    )
    shaken = {side: story.measures[f"{side}_demoralised"] for side in "ab"}
    assert shaken == {hurt: 1, "b" if hurt == "a" else "a": 0}


# Shots: crossbows of 4 points rout with 8 and 9 at 1 hex, and demoralise with 6 and 7; archers with 8 on, and 6, at 2.


def test_defensive_fire_stops_an_attack():
    fought = scenario([banner("pikemen")], [banner("crossbowmen", act="hold")])
    found = odds(lambda dice: play(fought, READ, chain(WON, (1,), dice.left)).tallies["a_combats"])
    assert found == {0: Fraction(2, 10), 1: Fraction(8, 10)}


def test_a_line_out_of_reach_is_not_shot_at():
    ours, theirs = [banner("pikemen")], [banner("archers")]
    policies = {"a": {"act": "hold"}, "b": {"act": "shoot"}}
    fought = scenario(ours, theirs, policies=policies) | {"sectors": [{"frontage": 2, "distance": 4}]}
    assert not play(fought, READ, iter((6, 6, 1, 1, 1))).tallies["b_shots"]


def test_artillery_shoots_before_the_artillery_of_the_other_side():
    rules = READ.changed({}, [("types", "At", "points", "3")])
    policies = {"a": {"act": "shoot"}, "b": {"act": "shoot"}}
    # 4/6 at 2 hexes: a routs the only bombards of b, which shoot no more.
    story = played(
        [banner("bombards")], [banner("bombards")], 9, 9, 6, 6, 1, 1, 1, 9, 9, 9, rules=rules, policies=policies
    )
    assert story.tallies["a_shots"] == 1
    assert not story.tallies["b_shots"]
